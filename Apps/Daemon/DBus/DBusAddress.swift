import Glibc

/// Where a bus can be reached.
public struct DBusAddress: Sendable, Equatable {
  /// The bytes of a socket's name; one in the abstract namespace begins with a zero.
  let name: [UInt8]

  /// The addresses in a list such as `unix:path=/run/user/1000/bus,guid=…;unix:abstract=/tmp/x`, of
  /// those kinds that can be used here.
  ///
  /// Source: D-Bus Specification 0.43, "Server Addresses".
  public static func list(_ text: String) -> [DBusAddress] {
    text.split(separator: ";").compactMap { address in
      guard address.hasPrefix("unix:") else { return nil }
      for pair in address.dropFirst("unix:".count).split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let value = unescaped(parts[1]) else { continue }
        if parts[0] == "path" { return DBusAddress(name: value) }
        if parts[0] == "abstract" { return DBusAddress(name: [0] + value) }
      }
      return nil
    }
  }

  /// Where the person's session bus is: where the environment says, else where systemd puts it.
  public static var session: [DBusAddress] {
    let text = getenv("DBUS_SESSION_BUS_ADDRESS").map { String(cString: $0) } ?? ""
    let folder = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/run/user/\(getuid())"
    return list(text.isEmpty ? "unix:path=\(folder)/bus" : text)
  }

  private static func unescaped(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
      guard digits.count == 2 else { return nil }
      bytes.append(UInt8(digits[0] << 4 | digits[1]))
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  /// Connects to it: at once, or not at all.
  ///
  /// - Returns: a descriptor that does not block and belongs to the caller.
  func connect() throws(DBusError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isNamed = name.first != 0
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw .noBus("its address is too long")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let socket = Glibc.socket(AF_UNIX, type | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard socket >= 0 else { throw .noBus(DBusAddress.words(errno)) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count + (isNamed ? 1 : 0))
    let code = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, length)
      }
    }
    guard code == 0 else {
      let error = errno
      close(socket)
      throw .noBus(DBusAddress.words(error))
    }
    return socket
  }

  private static func words(_ error: Int32) -> String {
    String(cString: strerror(error)).lowercased()
  }
}
