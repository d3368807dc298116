/// Names that belong to the programs themselves, which no plugin can take.
public enum ProgramNames {
  /// The commands of `trellis`, in any product.
  public static let commands: Set<String> = [
    "backup", "bus", "call", "daemon", "doctor", "erase", "export", "feed", "friends", "help",
    "import", "init", "keep-copies", "mcp", "on", "plugins", "post", "react", "restore",
    "run-hooks", "settings", "sync", "verify",
  ]

  /// The first components of the addresses of the web app, the server and the HTTP API, where
  /// modules have theirs, and of the names of the forms.
  private static let components: Set<String> = [
    "account", "accounts", "api", "assets", "calendar", "control", "core", "data", "device-codes",
    "do", "events", "feed", "friends", "health", "link", "m", "manifest.webmanifest", "offline",
    "openapi.json", "operator", "password-resets", "privacy", "push", "reset", "server", "session",
    "sessions", "settings", "shell", "sign-in", "sign-in-parameters", "sign-up", "sw.js", "sync",
    "theme.css", "theme-dark.css", "theme-light.css", "theme-pages.css", "theme-pages-dark.css",
    "theme-pages-light.css", "v1", "welcome",
  ]

  /// Whether an address belongs to the programs: `/`, `/settings`, `/data/export.csv`.
  ///
  /// - Parameter address: a path below the host or the HTTP API, with or without its first slash;
  ///   also the name of a module, which begins its addresses there.
  public static func contain(address: String) -> Bool {
    address.split(separator: "/").first.map { components.contains(String($0)) } ?? true
  }
}
