import Glibc

/// Lets the thread of a service wait for connections, files, the time, and calls from other threads.
public final class Waiting: Sendable {
  /// What ended a wait.
  public struct Awakening: Sendable, Equatable {
    /// Whether ``Waiting/wake()`` was called since the last wait.
    public let isCalled: Bool
    /// The descriptors that can be read, or written where that was asked for, or that were closed.
    public let ready: Set<Int32>

    /// Whether the wait timed out.
    public var isOverdue: Bool { !isCalled && ready.isEmpty }
  }

  /// A pair of sockets: a byte from one to the other is a call.
  private let call: Int32
  private let caller: Int32

  /// - Throws: a sentence when the system has no descriptors left.
  public init() throws {
    var ends: [Int32] = [-1, -1]
    // Not a pipe: only sockets can be created so that no program started meanwhile inherits them.
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    guard socketpair(AF_UNIX, Int32(kind), 0, &ends) == 0 else { throw WaitingError(errno) }
    (call, caller) = (ends[0], ends[1])
  }

  deinit {
    Glibc.close(call)
    Glibc.close(caller)
  }

  /// Ends the current wait, or else the next one; may be called from any thread.
  public func wake() {
    var byte: UInt8 = 1
    // A full socket already holds enough calls.
    _ = Glibc.write(caller, &byte, 1)
  }

  /// Waits until something happens or the time is over.
  ///
  /// - Parameters:
  ///   - readable: the descriptors to wait for until they are readable.
  ///   - writable: the descriptors to wait for until they are writable.
  ///   - milliseconds: the timeout; nil waits indefinitely.
  public func wait(
    readable: [Int32] = [],
    writable: [Int32] = [],
    milliseconds: Int? = nil
  ) -> Awakening {
    var all = [pollfd(fd: call, events: Int16(POLLIN), revents: 0)]
    all += readable.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    all += writable.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    let limit = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    // A signal may end the wait early, like a timeout.
    guard poll(&all, nfds_t(all.count), limit) > 0 else {
      return Awakening(isCalled: false, ready: [])
    }
    return Awakening(
      isCalled: all[0].revents != 0 && takeCall(),
      ready: Set(all.dropFirst().filter { $0.revents != 0 }.map(\.fd))
    )
  }

  /// Blocks the calling thread for some time, or until a signal arrives.
  public static func rest(milliseconds: Int) {
    // Not `usleep`, whose microseconds end after 71 minutes.
    _ = poll(nil, 0, Int32(clamping: max(0, milliseconds)))
  }

  private func takeCall() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    var isCalled = false
    while Glibc.read(call, &bytes, bytes.count) > 0 { isCalled = true }
    return isCalled
  }

  /// Runs `body`, whose wait ends when its task is cancelled.
  ///
  /// `body` checks `Task.isCancelled` after each wait.
  public func endingWithTask<T>(_ body: () async throws -> T) async rethrows -> T {
    try await withTaskCancellationHandler(operation: body) { wake() }
  }
}

/// Reports changes of files through a descriptor to wait for.
public final class FileChanges: Sendable {
  /// The descriptor for ``Waiting/wait(readable:writable:milliseconds:)``.
  public let descriptor: Int32

  /// - Throws: a sentence when the system has no watches left.
  public init() throws {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw WaitingError(errno) }
  }

  deinit { Glibc.close(descriptor) }

  /// Follows a file, or the files in a folder.
  ///
  /// - Returns: false if there is none, or the system has no watches left.
  @discardableResult
  public func follow(_ path: String) -> Bool {
    let mask = UInt32(
      IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE
    )
    return inotify_add_watch(descriptor, path, mask) >= 0
  }

  /// Discards the changes reported so far; returns whether there were any.
  @discardableResult
  public func drain() -> Bool {
    var piece = [UInt8](repeating: 0, count: 4096)
    var hasAny = false
    while Glibc.read(descriptor, &piece, piece.count) > 0 { hasAny = true }
    return hasAny
  }
}

/// The system refused a descriptor to wait for.
struct WaitingError: Error, CustomStringConvertible {
  private let code: Int32

  init(_ code: Int32) { self.code = code }

  var description: String {
    "the system lets it wait for nothing (\(String(cString: strerror(code))))"
  }
}
