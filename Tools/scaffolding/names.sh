# Names of modules, for the tools that add something.

# Prints the name of a module in manifests and messages: `morning-pages` for MorningPages.
wire() { sed -E 's/([a-z0-9])([A-Z])/\1-\2/g' <<<"$1" | tr '[:upper:]' '[:lower:]'; }
