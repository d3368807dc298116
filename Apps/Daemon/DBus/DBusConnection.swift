import Glibc
import Loop

/// A connection to a message bus, on the loop: it never blocks.
///
/// Source: D-Bus Specification 0.43, "Authentication Protocol" and "Message Bus Specification".
@LoopActor
public final class DBusConnection {
  /// Milliseconds in which an answer must come; a service that has to be started first takes some.
  private static let patience: UInt64 = 15_000
  /// Bytes that may wait for the rest of their message.
  private static let mostWaiting = 8 << 20

  private let pipe: LoopPipe
  private let heard: @LoopActor (DBusMessage) -> Void
  private let lost: @LoopActor () -> Void
  private var input: ArraySlice<UInt8> = []
  private var greeting: CheckedContinuation<Void, any Error>?
  private var isAdmitted = false
  /// Whether hello was said and heard.
  private var stands = false
  private var isClosed = false
  private var lastSerial: UInt32 = 0
  private var waiting: [UInt32: Waiting] = [:]

  private struct Waiting {
    let continuation: CheckedContinuation<[DBusValue], any Error>
    let deadline: LoopTimer?
  }

  /// Connects to the first of `addresses` that can be reached, and says hello.
  ///
  /// - Parameters:
  ///   - heard: called for every signal.
  ///   - lost: called once if the connection ends by itself after it stood.
  public static func open(
    _ addresses: [DBusAddress],
    heard: @escaping @LoopActor (DBusMessage) -> Void,
    lost: @escaping @LoopActor () -> Void
  ) async throws -> DBusConnection {
    let connection = try DBusConnection(try connect(addresses), heard, lost)
    do {
      try await connection.authenticate()
      try await connection.call(.bus("Hello"))
      connection.stands = true
    } catch {
      connection.close()
      throw error
    }
    return connection
  }

  private static func connect(_ addresses: [DBusAddress]) throws(DBusError) -> Int32 {
    var reason = DBusError.noBus("this session has none")
    for address in addresses {
      do { return try address.connect() } catch { reason = error }
    }
    throw reason
  }

  private init(
    _ descriptor: Int32,
    _ heard: @escaping @LoopActor (DBusMessage) -> Void,
    _ lost: @escaping @LoopActor () -> Void
  ) throws {
    do {
      pipe = try LoopPipe(descriptor: descriptor)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    self.heard = heard
    self.lost = lost
    try pipe.read { [weak self] in
      self?.take($0)
    } ended: { [weak self] _ in
      self?.end(.lost)
    }
  }

  // MARK: Authentication

  private func authenticate() async throws {
    let name = String(geteuid()).utf8.map { String($0, radix: 16) }.joined()
    let deadline = try LoopTimer(after: DBusConnection.patience) { [weak self] in self?.end(.late) }
    defer { deadline.close() }
    try await withCheckedThrowingContinuation { continuation in
      greeting = continuation
      // The system tells the bus who we are; the zero before is what it tells it along with.
      send([0] + Array("AUTH EXTERNAL \(name)\r\n".utf8))
    }
  }

  private func admit() {
    guard let newline = input.firstIndex(of: UInt8(ascii: "\n")) else {
      if input.count > 1024 { end(.refused("it does not speak D-Bus")) }
      return
    }
    let line = String(decoding: input[..<newline], as: UTF8.self)
    input = input[(newline + 1)...]
    guard line.hasPrefix("OK ") else { return end(.refused("it answered \(line.prefix(40))")) }
    isAdmitted = true
    send(Array("BEGIN\r\n".utf8))
    greeting?.resume()
    greeting = nil
  }

  // MARK: Messages

  /// Calls a method and awaits what it returns.
  ///
  /// - Throws: ``DBusError``.
  @discardableResult
  public func call(_ message: DBusMessage) async throws -> [DBusValue] {
    guard !isClosed else { throw DBusError.lost }
    lastSerial = lastSerial == .max ? 1 : lastSerial + 1
    var message = message
    message.serial = lastSerial
    let (serial, bytes) = (message.serial, message.encoded)
    let deadline = try LoopTimer(after: DBusConnection.patience) { [weak self] in
      self?.answer(serial, .failure(DBusError.late))
    }
    return try await withCheckedThrowingContinuation { continuation in
      waiting[serial] = Waiting(continuation: continuation, deadline: deadline)
      send(bytes)
    }
  }

  /// Asks for signals: `type='signal',interface='…'`.
  public func listen(for rule: String) async throws {
    try await call(.bus("AddMatch", [.string(rule)]))
  }

  private func send(_ bytes: [UInt8]) {
    do {
      try pipe.write(bytes) { [weak self] error in if error != nil { self?.end(.lost) } }
    } catch {
      end(.lost)
    }
  }

  private func take(_ bytes: [UInt8]) {
    input.append(contentsOf: bytes)
    guard isAdmitted else { return admit() }
    do {
      while let (message, length) = try DBusMessage.first(in: input) {
        input = input.dropFirst(length)
        read(message)
        if isClosed { return }
      }
      if input.count > DBusConnection.mostWaiting { end(.malformed("a message has no end")) }
      // What was read is let go of.
      input = ArraySlice(Array(input))
    } catch {
      end(error)
    }
  }

  private func read(_ message: DBusMessage) {
    switch message.kind {
    case .answer:
      if let serial = message.answers { answer(serial, .success(message.body)) }
    case .error:
      let error = DBusError.remote(
        name: message.errorName ?? "",
        message: message.body.first?.text ?? "The other side gave no reason."
      )
      if let serial = message.answers { answer(serial, .failure(error)) }
    case .signal: heard(message)
    case .call: refuse(message)
    }
  }

  /// Nothing is offered here; whoever asks is told so rather than left waiting.
  private func refuse(_ message: DBusMessage) {
    guard message.wantsAnswer, let sender = message.sender else { return }
    var answer = DBusMessage(.error)
    lastSerial += 1
    answer.serial = lastSerial
    answer.wantsAnswer = false
    answer.destination = sender
    answer.answers = message.serial
    answer.errorName = "org.freedesktop.DBus.Error.UnknownMethod"
    send(answer.encoded)
  }

  private func answer(_ serial: UInt32, _ result: Result<[DBusValue], any Error>) {
    guard let waiting = waiting.removeValue(forKey: serial) else { return }
    waiting.deadline?.close()
    waiting.continuation.resume(with: result)
  }

  // MARK: The end

  private func end(_ error: DBusError) {
    guard !isClosed else { return }
    finish(error)
    if stands { lost() }
  }

  private func finish(_ error: DBusError) {
    isClosed = true
    pipe.close()
    greeting?.resume(throwing: error)
    greeting = nil
    for serial in waiting.keys.sorted() { answer(serial, .failure(error)) }
  }

  /// Ends the connection; who still waits for an answer gets none.
  public func close() {
    guard !isClosed else { return }
    finish(.lost)
  }
}

extension DBusMessage {
  /// A call of the bus itself.
  static func bus(_ member: String, _ body: [DBusValue] = []) -> DBusMessage {
    .call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, body)
  }
}
