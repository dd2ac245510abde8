"""One benchmark a module: ours beside a named peer, in one run."""
