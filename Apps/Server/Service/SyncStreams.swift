import Accounts
import Core
import HTTPServing
import HTTPTypes
import Locks

/// The devices and pages that listen for changes, so that a stream ends with its session.
final class SyncStreams: Sendable {
  /// The owner of a stream.
  struct Listener: Sendable {
    let account: AccountID
    let session: SessionID
  }

  private struct State {
    var next = 0
    var open: [Int: (listener: Listener, end: @Sendable () -> Void)] = [:]
  }

  private let state = Locked(State())
  /// The maximum number of concurrent streams of one account.
  private let most: Int

  init(mostOfAccount most: Int) { self.most = most }

  /// Adds a stream.
  ///
  /// - Parameter end: ends the stream.
  /// - Returns: a function that removes it; nil if the account has too many.
  func add(_ listener: Listener, end: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
    let number = state.withLock { state -> Int? in
      guard state.open.values.count(where: { $0.listener.account == listener.account }) < most
      else { return nil }
      state.next += 1
      state.open[state.next] = (listener, end)
      return state.next
    }
    guard let number else { return nil }
    return { [self] in state.withLock { $0.open[number] = nil } }
  }

  /// Passes the newest of some numbers on, until they or the session of the listener end.
  ///
  /// - Throws: ``Problem`` 429 if the account has too many streams.
  func follow<Event: Sendable>(
    _ numbers: AsyncStream<Int>,
    for listener: Listener,
    _ event: @escaping @Sendable (Int) -> Event
  ) throws -> AsyncStream<Event> {
    let (events, out) = AsyncStream.makeStream(
      of: Event.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let work = Task {
      for await number in numbers { out.yield(event(number)) }
      out.finish()
    }
    let end = { @Sendable in
      work.cancel()
      out.finish()
    }
    guard let remove = add(listener, end: end) else {
      end()
      throw SyncStreams.tooMany
    }
    out.onTermination = { _ in
      work.cancel()
      remove()
    }
    return events
  }

  private static let tooMany = Problem(
    .tooManyRequests,
    "too-many-listeners",
    "Too many devices and pages of this account listen at once. They still work, and look by themselves.",
    headers: [.retryAfter: "60"]
  )

  /// Ends the streams that `isOver` selects.
  func end(where isOver: (Listener) -> Bool) {
    let ended = state.withLock { state in
      let over = state.open.filter { isOver($0.value.listener) }
      for number in over.keys { state.open[number] = nil }
      return over.values.map(\.end)
    }
    for end in ended { end() }
  }

  /// The sessions with open streams.
  var sessions: Set<SessionID> {
    state.withLock { Set($0.open.values.map(\.listener.session)) }
  }

  var count: Int { state.withLock { $0.open.count } }
}
