"""Collections that are known by name: those that come with us, and those from public homes."""
