import Core
import Glibc
import Journals
import Locks
import PostgreSQL

/// Notifies other nodes of this journal's appends, and listens to theirs.
///
/// A thread of its own with a connection beside the writing one: a notification within the writing
/// transaction would make all commits of the server wait for each other. Messages are collected for
/// a moment and may be lost; so after a lost connection, and now and then, the heads of the spaces
/// that this process has read are compared with the database.
final class HeadWatch: Sendable {
  /// Milliseconds between two messages; appends in between share one.
  private static let messageInterval: Int64 = 50

  private let settings: PostgreSQLSettings
  private let channel: String
  private let ledger = SharedLocked(HeadLedger())
  private let control = SharedLocked(Control())
  /// A pair of sockets: writing to one wakes the thread, which waits for the other.
  private let signal: (read: Int32, write: Int32)

  private struct Control {
    var isStarted = false
    var isEnding = false
    /// Listeners that wait until the connection listens.
    var waiting: [CheckedContinuation<Result<Void, JournalError>, Never>] = []
  }

  /// - Parameter channel: the channel that all nodes of the journal share.
  init(_ settings: PostgreSQLSettings, channel: String) {
    self.settings = settings
    self.channel = channel
    var ends: [Int32] = [-1, -1]
    // Not a pipe: only sockets can be created so that no program started meanwhile inherits them.
    let sort = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let code = socketpair(AF_UNIX, Int32(sort), 0, &ends)
    precondition(code == 0, "no sockets: \(String(cString: strerror(errno)))")
    signal = (ends[0], ends[1])
  }

  deinit { for descriptor in [signal.read, signal.write] { close(descriptor) } }

  // MARK: From any thread

  /// A stream of heads that others move; returns once the connection listens.
  ///
  /// - Parameter owner: stays alive as long as the stream has a consumer.
  func stream(
    for owner: any AnyObject & Sendable
  ) async throws(JournalError) -> AsyncStream<SpaceHead> {
    let (stream, listener) = AsyncStream.makeStream(of: SpaceHead.self)
    let number = ledger.withLock { $0.add(listener) }
    let result = await withCheckedContinuation { continuation in
      control.withLock { $0.waiting.append(continuation) }
      wake()
    }
    listener.onTermination = { [ledger] _ in
      withExtendedLifetime(owner) { ledger.withLock { $0.remove(number) } }
    }
    if case .failure(let error) = result {
      listener.finish()
      throw error
    }
    return stream
  }

  func noteRead(_ head: SpaceHead) { ledger.withLock { $0.noteRead(head) } }

  /// Notes heads that a transaction is about to write.
  func willCommit(_ heads: [SpaceHead]) { ledger.withLock { $0.willCommit(heads) } }

  func didCommit(_ heads: [SpaceHead]) {
    if heads.isEmpty { return }
    ledger.withLock { $0.didCommit(heads) }
    wake()
  }

  func didFail(_ heads: [SpaceHead], isUncertain: Bool) {
    ledger.withLock { $0.didFail(heads, isUncertain: isUncertain) }
    if isUncertain { wake() }
  }

  /// Ends the thread, which first sends what was not sent yet.
  func end() {
    let isStarted = control.withLock { control in
      control.isEnding = true
      return control.isStarted
    }
    if isStarted { wake() }
  }

  /// Wakes the thread; the first call starts it.
  private func wake() {
    let mustStart = control.withLock { control in
      defer { if !control.isEnding { control.isStarted = true } }
      return !control.isStarted && !control.isEnding
    }
    if mustStart { start() }
    // If the socket is full, the thread is awake anyway.
    var sign: UInt8 = 1
    write(signal.write, &sign, 1)
  }

  private func start() {
    var thread = pthread_t()
    let me = Unmanaged.passRetained(self).toOpaque()
    let code = pthread_create(&thread, nil, headWatchRuns, me)
    precondition(code == 0, "a thread could not be started")
    pthread_detach(thread)
  }

  // MARK: On the thread

  fileprivate func run() {
    var session = HeadSession(settings, channel: channel, ledger: ledger)
    while !control.withLock({ $0.isEnding }) {
      answerListeners(session.ready())
      let pause = session.work(sendsAtOnce: false, every: Self.messageInterval)
      // Last: the calls above may have received messages, after which the socket stays silent.
      session.receive()
      let socket = session.socket
      // Without a connection nothing can be looked up, however urgent it is.
      let isUrgent = socket != nil && ledger.withLock { $0.hasDoubtful }
      wait(for: socket, isUrgent ? 0 : pause)
    }
    // A journal may end before its first connection was made.
    if ledger.withLock({ $0.hasUnsent }) { _ = session.ready() }
    _ = session.work(sendsAtOnce: true, every: 0)
    for listener in ledger.withLock({ $0.takeListeners() }) { listener.finish() }
    answerListeners(.failure(ErrorTranslation.ended))
  }

  /// Resumes the listeners that wait, with the error if the connection cannot listen.
  private func answerListeners(_ result: Result<Void, JournalError>) {
    let waiting = control.withLock { control in
      defer { control.waiting = [] }
      return control.waiting
    }
    for listener in waiting { listener.resume(returning: result) }
  }

  /// Waits until there is something to do, for at most `milliseconds`.
  private func wait(for socket: Int32?, _ milliseconds: Int64) {
    var files = [signal.read, socket ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    // A lost connection is retried soon.
    let milliseconds = socket == nil ? min(milliseconds, HeadSession.retryPause) : milliseconds
    poll(&files, nfds_t(files.count), Int32(clamping: milliseconds))
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      while read(signal.read, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}

private func headWatchRuns(_ watch: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let watch else { return nil }
  Unmanaged<HeadWatch>.fromOpaque(watch).takeRetainedValue().run()
  return nil
}
