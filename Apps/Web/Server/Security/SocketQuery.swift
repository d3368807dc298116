import Glibc

/// Queries the kernel about one TCP connection of this machine, over IPv4.
///
/// The lists under /proc contain the same, but take milliseconds to generate on a machine with much
/// memory, whose connection table is large; this takes microseconds.
///
/// Source: sock_diag(7), and `struct inet_diag_req_v2` and `inet_diag_msg` in linux/inet_diag.h.
struct SocketQuery {
  /// An end of a connection: its address in network byte order, and its port.
  struct End: Sendable, Equatable {
    let address: UInt32
    let port: UInt16

    /// - Parameter address: in dotted-decimal notation; the result is nil for anything else.
    init?(address: String, port: UInt16) {
      var number: UInt32 = 0
      guard inet_pton(AF_INET, address, &number) == 1 else { return nil }
      self.address = number
      self.port = port
    }
  }

  let local: End
  let remote: End

  private static let diagnosis: Int32 = 4  // NETLINK_SOCK_DIAG
  private static let byFamily: UInt16 = 20  // SOCK_DIAG_BY_FAMILY
  private static let request: UInt16 = 1  // NLM_F_REQUEST
  private static let header = 16
  private static let timeWait: UInt8 = 6
  private static let replyLength = header + 72

  /// The user of the socket whose local end is `local`; nil if unknown.
  func user() -> UInt32? {
    let socket = Glibc.socket(
      AF_NETLINK,
      Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
      SocketQuery.diagnosis
    )
    guard socket >= 0 else { return nil }
    defer { close(socket) }
    let question = message
    guard send(socket, question, question.count, 0) == question.count else { return nil }
    var answer = [UInt8](repeating: 0, count: 1024)
    // The kernel has replied by the time it has accepted the query.
    let count = recv(socket, &answer, answer.count, Int32(MSG_DONTWAIT))
    guard count > 0 else { return nil }
    return user(in: answer[..<count])
  }

  /// The request: a header, then family, protocol, no extensions, all states and the connection.
  var message: [UInt8] {
    var bytes: [UInt8] = []
    func put(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    }
    put(UInt32(SocketQuery.header + 56))
    put(SocketQuery.byFamily)
    put(SocketQuery.request)
    put(UInt64(0))  // Sequence number and sender, for several queries on one socket.
    put(UInt8(AF_INET))
    put(UInt8(IPPROTO_TCP))
    put(UInt16(0))
    put(UInt32.max)
    bytes += ends
    put(UInt32(0))  // On any interface.
    put(UInt64.max)  // INET_DIAG_NOCOOKIE
    return bytes
  }

  /// Both ports, then both addresses, each in a field for IPv6.
  private var ends: [UInt8] {
    var bytes: [UInt8] = []
    for end in [local, remote] { bytes += [UInt8(end.port >> 8), UInt8(end.port & 0xFF)] }
    for end in [local, remote] {
      withUnsafeBytes(of: end.address) { bytes += $0 }
      bytes += [UInt8](repeating: 0, count: 12)
    }
    return bytes
  }

  /// - Parameter answer: the kernel's reply: a header, then family, state, timer and
  ///   retransmissions of one byte each, the connection, and four numbers of which the third last
  ///   is the user.
  func user(in answer: ArraySlice<UInt8>) -> UInt32? {
    let bytes = Array(answer)
    guard bytes.count >= SocketQuery.replyLength else { return nil }
    func number<T: FixedWidthInteger>(_ place: Int, as type: T.Type) -> T {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: type) }
    }
    guard number(4, as: UInt16.self) == SocketQuery.byFamily else { return nil }
    // Without such a connection the kernel may return the listener of the port. And sockets in
    // TIME_WAIT have no owner any more and report 0, as if root owned them.
    let connection = SocketQuery.header + 4
    guard Array(bytes[connection..<(connection + 36)]) == ends else { return nil }
    guard bytes[SocketQuery.header + 1] != SocketQuery.timeWait else { return nil }
    return number(connection + 48 + 12, as: UInt32.self)
  }
}
