import CSystemd
import Glibc
import Loop

/// A connection to a message bus, on the loop: it never blocks.
///
/// sd-bus implements the protocol; this polls its socket and its timeout.
@LoopActor
public final class DBusConnection {
  private let sdbus: sd_bus_table
  private let bus: OpaquePointer
  /// The time limit for an answer, in milliseconds.
  private let patience: UInt64
  private let lost: @LoopActor () -> Void
  private var poll: LoopPoll?
  private var timer: LoopTimer?
  /// Runs until the bus has answered for the first time.
  private var deadline: LoopTimer?
  private var receivers: [ObjectIdentifier: DBusReceiver] = [:]
  /// The error that ended the connection; nil while it is connecting or open.
  private var ending: DBusError?

  /// Starts to connect to the first of the addresses that can be reached.
  ///
  /// The first reply shows whether the bus accepts this user.
  ///
  /// - Parameters:
  ///   - patience: the time limit for an answer, in milliseconds; starting a service takes some
  ///     time.
  ///   - lost: called once if the connection ends by itself after the bus has answered.
  /// - Throws: ``DBusError/noBus(_:)``.
  public init(
    _ addresses: String = DBusAddress.session,
    patience: UInt64 = 15_000,
    lost: @escaping @LoopActor () -> Void
  ) throws {
    sdbus = try SDBus.shared()
    var bus: OpaquePointer?
    guard sdbus.new_bus(&bus) >= 0, let bus else { throw DBusError.noBus("no memory is left") }
    self.bus = bus
    self.patience = patience
    self.lost = lost
    try check(sdbus.set_address(bus, addresses))
    try check(sdbus.set_bus_client(bus, 1))
    try check(sdbus.start(bus))
    poll = try LoopPoll(try check(sdbus.get_fd(bus)), for: []) { [weak self] ready in
      self?.process()
      if case .failure = ready { self?.end(.lost) }
    }
    timer = try LoopTimer(after: 0) { [weak self] in self?.process() }
    deadline = try LoopTimer(after: patience) { [weak self] in self?.end(.late) }
  }

  isolated deinit {
    finish(.lost)
    _ = sdbus.unref(bus)
  }

  @discardableResult
  private func check(_ code: Int32) throws(DBusError) -> Int32 {
    guard code >= 0 else { throw .noBus(DBusError.words(code)) }
    return code
  }

  // MARK: Calls and signals

  /// Calls a method and awaits its result.
  ///
  /// - Throws: ``DBusError``.
  @discardableResult
  public func call(
    _ method: String,
    of object: DBusObject,
    _ arguments: [DBusValue] = []
  ) async throws -> [DBusValue] {
    let receiver = DBusReceiver(self)
    defer { receivers[receiver.id] = nil }
    return try await answer(to: receiver) { userdata throws(DBusError) in
      try sdbus.withCall(method, of: object, arguments, on: bus) { message in
        sdbus.call_async(bus, nil, message, sdBusAnswered, userdata, patience * 1000)
      }
    }
  }

  /// Subscribes to signals: `type='signal',interface='…'`.
  ///
  /// - Parameter receive: called for each signal until the connection ends.
  /// - Throws: ``DBusError``.
  public func subscribe(
    to rule: String,
    _ receive: @escaping @LoopActor (DBusSignal) -> Void
  ) async throws {
    let receiver = DBusReceiver(self, receive)
    do {
      try await answer(to: receiver) { userdata throws(DBusError) in
        try sdbus.checkSending(
          sdbus.add_match_async(bus, nil, rule, sdBusReceived, sdBusAnswered, userdata)
        )
      }
    } catch {
      // sd-bus has released a rule that the bus rejected.
      receivers[receiver.id] = nil
      throw error
    }
  }

  @discardableResult
  private func answer(
    to receiver: DBusReceiver,
    _ send: (UnsafeMutableRawPointer) throws(DBusError) -> Void
  ) async throws -> [DBusValue] {
    if let ending { throw ending }
    return try await withCheckedThrowingContinuation { continuation in
      receiver.answer = continuation
      receivers[receiver.id] = receiver
      do throws(DBusError) {
        try send(Unmanaged.passUnretained(receiver).toOpaque())
        prepare()
      } catch {
        receiver.resume(.failure(error))
      }
    }
  }

  /// Passes an answer, or an error instead of one, to the receiver that waits for it.
  func answered(_ message: OpaquePointer, to receiver: DBusReceiver) {
    deadline?.close()
    deadline = nil
    receiver.resume(Result { try sdbus.body(of: message) })
  }

  /// Passes a signal to the receiver that subscribed to it.
  func received(_ message: OpaquePointer, to receiver: DBusReceiver) {
    // A signal that cannot be decoded is ignored.
    guard ending == nil, let member = sdbus.message_get_member(message),
      let body = try? sdbus.body(of: message)
    else { return }
    receiver.receive(DBusSignal(member: String(cString: member), body: body))
  }

  // MARK: The loop

  /// Lets sd-bus do everything that is possible without waiting.
  private func process() {
    while ending == nil {
      let code = sdbus.process(bus, nil)
      guard ending == nil else { return }
      // Checked before sd-bus itself closes the socket, which must not be polled then.
      guard code >= 0, sdbus.is_open(bus) > 0 else { return end(DBusError(ending: code)) }
      if code == 0 { return prepare() }
    }
  }

  /// Schedules a call by the loop when sd-bus next has something to do.
  private func prepare() {
    let events = sdbus.get_events(bus)
    var readiness: LoopPoll.Readiness = []
    if events & Int32(POLLIN) != 0 { readiness.insert(.readable) }
    if events & Int32(POLLOUT) != 0 { readiness.insert(.writable) }
    var due = UInt64.max
    do {
      guard events >= 0, sdbus.get_timeout(bus, &due) >= 0 else { return end(.lost) }
      try poll?.watch(for: readiness)
      // A deadline on the monotonic clock, which the loop uses too; the maximum means none.
      let now = Loop.now
      timer?.stop()
      if due < .max { try timer?.restart(after: max(due / 1000 + 1, now) - now) }
    } catch {
      end(.lost)
    }
  }

  // MARK: The end

  private func end(_ error: DBusError) {
    guard ending == nil else { return }
    let stood = deadline == nil
    finish(error)
    if stood { lost() }
  }

  private func finish(_ error: DBusError) {
    guard ending == nil else { return }
    ending = error
    poll?.close()
    timer?.close()
    deadline?.close()
    sdbus.close(bus)
    let waiting = receivers
    receivers = [:]
    for receiver in waiting.values { receiver.resume(.failure(error)) }
    // sd-bus may be delivering one signal to several of them.
    LoopActor.loop.submit { _ = waiting }
  }

  /// Closes the connection; pending calls fail.
  public func close() { finish(.lost) }
}
