import Glibc

/// Finds which user owns the other end of a local TCP connection.
enum SocketOwner {
  /// The user of the socket with local port `port` and remote port `peer`; nil if unknown.
  ///
  /// Source: proc_pid_net(5): `local_address`, `rem_address` and `uid` of each line.
  static func user(port: Int, peer: Int, folder: String = "/proc/net") -> UInt32? {
    for name in ["tcp", "tcp6"] {
      if let user = user(port: port, peer: peer, in: text(of: "\(folder)/\(name)")) { return user }
    }
    return nil
  }

  static func user(port: Int, peer: Int, in table: String) -> UInt32? {
    for line in table.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      // Sockets in TIME_WAIT have no owner any more and report 0, as if root owned them.
      guard fields.count > 7, fields[3] != "06" else { continue }
      guard isLocal(fields[1]), self.port(fields[1]) == port, self.port(fields[2]) == peer else {
        continue
      }
      return UInt32(fields[7])
    }
    return nil
  }

  private static func port(_ address: Substring) -> Int? {
    address.split(separator: ":").last.flatMap { Int($0, radix: 16) }
  }

  /// 127.0.0.0/8 as the kernel writes it, ::1, and the former as IPv4-mapped IPv6.
  private static func isLocal(_ address: Substring) -> Bool {
    let number = address.split(separator: ":").first.map(String.init) ?? ""
    let isWithin4 = number.hasSuffix("7F")
    return isWithin4 && (number.count == 8 || number.hasPrefix("0000000000000000FFFF0000"))
      || number == "00000000000000000000000001000000"
  }

  private static func text(of path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
