// What the theme says in inline scripts, which the workbench's content policy does not allow.
document.documentElement.dataset.mode = localStorage.getItem("mode") || "auto";
document.documentElement.dataset.theme = localStorage.getItem("theme") || "";
