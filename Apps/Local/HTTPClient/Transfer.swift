import CCurl
import Glibc
import Locks

/// One request in progress, on a thread of its own.
final class Transfer: Sendable {
  typealias Outcome = Result<HTTPResponse, HTTPClientError>

  private struct State {
    /// Nil while the thread does not wait on it.
    var multi: OpaquePointer?
    var isCancelled = false
    /// Nil once called.
    var end: (@Sendable (Outcome) -> Void)?
  }

  private let curl: Curl
  private let request: HTTPRequest
  private let options: HTTPClient.Options
  private let state: Locked<State>

  /// - Parameter end: called once with the outcome, on any thread.
  init(
    _ curl: Curl,
    _ request: HTTPRequest,
    _ options: HTTPClient.Options,
    end: @escaping @Sendable (Outcome) -> Void
  ) {
    self.curl = curl
    self.request = request
    self.options = options
    state = Locked(State(end: end))
  }

  /// Ends the request at once; the thread cleans up by itself.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      if let multi = state.multi { _ = curl.functions.pointee.multi_wakeup(multi) }
    }
    finish(.failure(.cancelled))
  }

  /// Makes the request, and waits until it ends.
  ///
  /// - Parameters:
  ///   - intercept: see ``Receiver``.
  ///   - keep: called before the outcome is reported, if the handles can be used again.
  func run(on handles: CurlHandles, intercept: Receiver.Body?, keep: () -> Void) {
    let functions = curl.functions.pointee
    functions.easy_reset(handles.easy)
    let host = request.url.authority
    let receiver = Receiver(host: host, limit: request.mostBytes, intercept: intercept)
    let settings = TransferSettings(request, options, curl)
    let result: Outcome = settings.withBody { body in
      withExtendedLifetime(receiver) {
        settings.apply(to: handles, body, Unmanaged.passUnretained(receiver).toOpaque())
        defer { functions.easy_reset(handles.easy) }
        guard functions.multi_add_handle(handles.multi, handles.easy) == 0 else {
          return .failure(.failed(host: host, code: 0))
        }
        defer { _ = functions.multi_remove_handle(handles.multi, handles.easy) }
        return perform(on: handles, receiver)
      }
    }
    let outcome = result.mapError { error in
      settings.refusals.isEmpty ? error : HTTPClientError.notPublic(host: host)
    }
    if case .success = outcome { keep() }
    finish(outcome)
  }

  private func perform(on handles: CurlHandles, _ receiver: Receiver) -> Outcome {
    guard begin(handles.multi) else { return .failure(.cancelled) }
    defer { state.withLock { $0.multi = nil } }
    let host = request.url.authority
    var watch = IdleWatch(milliseconds: request.timeouts.idle)
    while true {
      var running: Int32 = 0
      guard curl.functions.pointee.multi_perform(handles.multi, &running) == 0 else {
        return .failure(.failed(host: host, code: 0))
      }
      var code: Int32 = 0
      if curl_has_ended(curl.functions, handles.multi, &code) {
        if let failure = receiver.failure { return .failure(failure) }
        guard code == 0 else { return .failure(failure(Int(code), handles)) }
        return receiver.isComplete
          ? .success(receiver.response) : .failure(.malformed(host: host))
      }
      guard !state.withLock({ $0.isCancelled }) else { return .failure(.cancelled) }
      let bytes = receiver.count + handles.size(CurlOption.sentBytes)
      guard let left = watch.left(after: bytes) else { return .failure(.timedOut(host: host)) }
      _ = curl.functions.pointee.multi_poll(handles.multi, nil, 0, Int32(min(left, 60_000)), nil)
    }
  }

  /// Returns whether it may start: from now on ``cancel()`` wakes it.
  private func begin(_ multi: OpaquePointer) -> Bool {
    // The handles outlive their use by the thread, and are set to nil before it ends.
    state.withLockUnchecked { state in
      guard !state.isCancelled else { return false }
      state.multi = multi
      return true
    }
  }

  private func failure(_ code: Int, _ handles: CurlHandles) -> HTTPClientError {
    if code == 77, let path = options.authorities { return .unusableAuthorities(path: path) }
    return HTTPClientError(code: code, of: handles, host: request.url.authority)
  }

  /// Reports the outcome unless one was reported.
  func finish(_ outcome: Outcome) {
    let end = state.withLock { state in
      defer { state.end = nil }
      return state.end
    }
    end?(outcome)
  }
}

/// Detects that no data has moved for too long.
private struct IdleWatch {
  let milliseconds: Int
  private var bytes = 0
  private var since = IdleWatch.now()

  init(milliseconds: Int) { self.milliseconds = milliseconds }

  /// The remaining time in milliseconds; nil if there is none.
  mutating func left(after bytes: Int) -> Int? {
    let now = IdleWatch.now()
    if bytes != self.bytes {
      self.bytes = bytes
      since = now
    }
    let left = milliseconds - (now - since)
    return left > 0 ? left : nil
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
