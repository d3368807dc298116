import Glibc
import TrellisSDK

/// A connection to a broker; used by one thread, which it blocks.
final class Connection {
  /// Why the connection failed or ended, as the end of a sentence.
  struct Failure: Error, Sendable, Equatable, CustomStringConvertible {
    let description: String

    init(_ words: String) { description = words }

    init(_ code: Int32) { description = "\(String(cString: strerror(code)))." }
  }

  let descriptor: Int32
  private var stream = PacketStream()

  /// Connects, which takes at most ten seconds for each address of the host.
  ///
  /// - Parameter waiting: cancels the attempt when it is called.
  init(_ host: String, port: UInt16, _ waiting: Waiting) throws {
    var failure = Failure("the name “\(host)” is not known.")
    for address in try Connection.addresses(of: host, port) {
      let descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
      guard descriptor >= 0 else { throw Failure(errno) }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      guard let code = Connection.connect(descriptor, address, waiting) else {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
      failure = Failure(code)
    }
    throw failure
  }

  deinit { close(descriptor) }

  // MARK: Connecting

  private static let patience = 10_000

  private struct Address {
    let family: Int32
    let bytes: [UInt8]
  }

  private static func addresses(of host: String, _ port: UInt16) throws -> [Address] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &found)
    defer { if let found { freeaddrinfo(found) } }
    guard code == 0 else { throw Failure("\(String(cString: gai_strerror(code))).") }
    var all: [Address] = []
    var next = found
    while let entry = next?.pointee {
      let bytes = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen))
      all.append(Address(family: entry.ai_family, bytes: Array(bytes)))
      next = entry.ai_next
    }
    return all
  }

  /// The error of the system; nil if it is connected.
  private static func connect(_ socket: Int32, _ address: Address, _ waiting: Waiting) -> Int32? {
    let started = address.bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map {
        Glibc.connect(
          socket,
          $0.assumingMemoryBound(to: sockaddr.self),
          socklen_t(bytes.count)
        )
      }
    }
    if started == 0 { return nil }
    guard errno == EINPROGRESS else { return errno }
    guard isWritable(socket, waiting) else { return ETIMEDOUT }
    var (code, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size)
    return code == 0 ? nil : code
  }

  /// Waits until something can be sent; false after a timeout, or if the task is cancelled.
  private static func isWritable(_ socket: Int32, _ waiting: Waiting) -> Bool {
    var isCalled = false
    // A call is passed on afterwards.
    defer { if isCalled { waiting.wake() } }
    while !Task.isCancelled {
      let awakening = waiting.wait(writable: [socket], milliseconds: patience)
      isCalled = isCalled || awakening.isCalled
      if !awakening.ready.isEmpty { return true }
      if awakening.isOverdue { return false }
    }
    return false
  }

  // MARK: Talking

  /// Sends a packet, and waits while the broker accepts nothing.
  func send(_ packet: OutgoingPacket, _ waiting: Waiting) throws {
    var rest = packet.bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        guard Connection.isWritable(descriptor, waiting) else { throw Failure(ETIMEDOUT) }
      } else if errno != EINTR {
        throw Failure(errno)
      }
    }
  }

  /// Lets the broker read all that was sent, and waits a moment until it closes the connection.
  ///
  /// Closing it with unread data here would discard what the broker has not read yet.
  func finish(_ waiting: Waiting) {
    shutdown(descriptor, Int32(SHUT_WR))
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { return }
      if count > 0 { continue }
      if waiting.wait(readable: [descriptor], milliseconds: 2000).isOverdue { return }
    }
  }

  /// Receives what has arrived, without waiting.
  func receive() throws -> [IncomingPacket] {
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    var packets: [IncomingPacket] = []
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count == 0 { throw Failure("it closed the connection.") }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return packets }
      guard count > 0 else { throw Failure(errno) }
      stream.append(piece[..<count])
      while let packet = try stream.next() { packets.append(packet) }
    }
  }
}
