import Locks

/// Appends that wait for the thread that writes, and are stored together.
///
/// While one transaction is under way, further appends arrive; the next transaction takes all of
/// them. A transaction waits for the disk, so many callers share one wait.
package final class AppendQueue: Sendable {
  /// Stores all of these appends or nothing, in one transaction.
  ///
  /// It is told whether they are tried again, alone, after a group with them was not stored.
  package typealias Store =
    @Sendable ([AppendRequest], _ isAgain: Bool) throws(AppendFailure) -> [AppendResult]

  private struct State {
    var waiting: [WaitingAppend] = []
    /// Whether the thread will look for what waits.
    var isScheduled = false
  }

  /// The number of facts after which a transaction takes no further appends.
  private static let factsPerGroup = 4096

  private let state = SharedLocked(State())

  package init() {}

  /// The number of appends that no transaction has taken yet.
  package var count: Int { state.withLock { $0.waiting.count } }

  /// Appends a batch on this thread, together with what waits there.
  ///
  /// - Parameter store: the same for all appends of a queue; it is let go of before the reply.
  package func append(
    _ batch: [AppendRequest],
    on thread: SerialThread,
    storing store: @escaping Store
  ) async throws(JournalError) -> [AppendResult] {
    let outcome = await withCheckedContinuation { (reply: WaitingAppend.Reply) in
      let begins = state.withLock { state -> Bool in
        state.waiting.append(WaitingAppend(batch, store, reply))
        defer { state.isScheduled = true }
        return !state.isScheduled
      }
      if begins { schedule(on: thread) }
    }
    return try outcome.get()
  }

  /// Stores one group after what the thread has to do already, and the next group after that.
  ///
  /// The job itself holds no append, and so nothing of the journal, which whoever has a reply may
  /// let go of and expect to be closed.
  private func schedule(on thread: SerialThread) {
    thread.start { [self] () -> Replies in
      let replies = write(takeGroup())
      let isDone = state.withLock { state -> Bool in
        state.isScheduled = !state.waiting.isEmpty
        return !state.isScheduled
      }
      if !isDone { schedule(on: thread) }
      return replies
    } done: { replies in
      replies.give()
    }
  }

  private func takeGroup() -> [WaitingAppend] {
    state.withLock { state in
      var facts = 0
      let count = state.waiting.prefix { append in
        defer { facts += append.facts }
        return facts < Self.factsPerGroup
      }.count
      let group = Array(state.waiting.prefix(count))
      state.waiting.removeFirst(count)
      return group
    }
  }

  private func write(_ group: [WaitingAppend], isAgain: Bool = false) -> Replies {
    do throws(AppendFailure) {
      let results = try group[0].store(group.flatMap(\.batch), isAgain)
      return Replies(to: group, .success(results))
    } catch {
      // One append that cannot be stored must not keep the others from being stored.
      guard group.count > 1, error.isOfOneAppend else {
        return Replies(to: group, .failure(error.error))
      }
      for append in group.dropLast() { write([append], isAgain: true).give() }
      return write(Array(group.suffix(1)), isAgain: true)
    }
  }
}

/// Why a group of appends was not stored.
package struct AppendFailure: Error {
  let error: JournalError
  /// Whether the cause may be one of several appends.
  let isOfOneAppend: Bool

  package init(_ error: JournalError, isOfOneAppend: Bool) {
    self.error = error
    self.isOfOneAppend = isOfOneAppend
  }
}

/// An append that waits for its results.
private struct WaitingAppend: Sendable {
  typealias Reply = CheckedContinuation<Result<[AppendResult], JournalError>, Never>

  let batch: [AppendRequest]
  let store: AppendQueue.Store
  let reply: Reply
  /// The number of facts in it, and at least one for each request.
  let facts: Int

  init(_ batch: [AppendRequest], _ store: @escaping AppendQueue.Store, _ reply: Reply) {
    self.batch = batch
    self.store = store
    self.reply = reply
    facts = batch.reduce(0) { $0 + max($1.facts.count, 1) }
  }
}

/// What became of a group of appends, for those who wait.
private struct Replies: Sendable {
  private let waiting: [(reply: WaitingAppend.Reply, count: Int)]
  private let outcome: Result<[AppendResult], JournalError>

  init(to group: [WaitingAppend], _ outcome: Result<[AppendResult], JournalError>) {
    waiting = group.map { (reply: $0.reply, count: $0.batch.count) }
    self.outcome = outcome
  }

  /// Answers those who wait.
  ///
  /// Many are answered by another thread: each that continues may take the processor from this one,
  /// on whose next transaction others wait.
  func give() {
    guard waiting.count > 1 else { return giveNow() }
    Task { giveNow() }
  }

  private func giveNow() {
    var first = 0
    for (reply, count) in waiting {
      let start = first
      reply.resume(returning: outcome.map { Array($0.dropFirst(start).prefix(count)) })
      first += count
    }
  }
}
