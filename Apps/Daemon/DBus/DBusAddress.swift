import Glibc

/// The address of a bus.
///
/// Source: D-Bus Specification 0.43, "Server Addresses".
public enum DBusAddress {
  /// The address of the person's session bus, from the environment or else where systemd puts it.
  public static var session: String {
    let text = getenv("DBUS_SESSION_BUS_ADDRESS").map { String(cString: $0) } ?? ""
    let folder = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/run/user/\(getuid())"
    return text.isEmpty ? socket(at: "\(folder)/bus") : text
  }

  /// The address of a socket in the file system, for any characters in its name.
  package static func socket(at path: String) -> String {
    // Some bytes must be escaped, and any may be.
    "unix:path=" + path.utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }.joined()
  }
}
