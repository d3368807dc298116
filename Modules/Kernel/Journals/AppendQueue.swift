import Locks

/// Appends that wait for the thread that writes, and are stored together.
///
/// While one transaction is under way, further appends arrive; the next transaction takes all of
/// them. A transaction waits for the disk, so many callers share one wait.
package final class AppendQueue: Sendable {
  /// Stores all of these appends or nothing, in one transaction.
  package typealias Store =
    @Sendable ([AppendRequest]) throws(AppendFailure) -> [AppendResult]

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
  package func append(
    _ batch: [AppendRequest],
    on thread: SerialThread,
    storing store: @escaping Store
  ) async throws(JournalError) -> [AppendResult] {
    let outcome = await withCheckedContinuation { reply in
      let begins = state.withLock { state -> Bool in
        state.waiting.append(WaitingAppend(batch, reply))
        defer { state.isScheduled = true }
        return !state.isScheduled
      }
      if begins { schedule(on: thread, store) }
    }
    return try outcome.get()
  }

  /// Stores one group after what the thread has to do already, and the next group after that.
  private func schedule(on thread: SerialThread, _ store: @escaping Store) {
    thread.start { [self] in
      write(takeGroup(), store)
      let isDone = state.withLock { state -> Bool in
        state.isScheduled = !state.waiting.isEmpty
        return !state.isScheduled
      }
      if !isDone { schedule(on: thread, store) }
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

  private func write(_ group: [WaitingAppend], _ store: Store) {
    do throws(AppendFailure) {
      settle(group, with: try store(group.flatMap(\.batch)))
    } catch {
      // One append that cannot be stored must not keep the others from being stored.
      guard group.count > 1, error.isOfOneAppend else {
        return group.forEach { $0.reply.resume(returning: .failure(error.error)) }
      }
      for append in group { write([append], store) }
    }
  }

  /// Answers those who wait.
  ///
  /// Many are answered by another thread: each that continues may take the processor from this one,
  /// on whose next transaction others wait.
  private func settle(_ group: [WaitingAppend], with results: [AppendResult]) {
    if group.count == 1 { return group[0].reply.resume(returning: .success(results)) }
    Task {
      var rest = results[...]
      for append in group {
        append.reply.resume(returning: .success(Array(rest.prefix(append.batch.count))))
        rest = rest.dropFirst(append.batch.count)
      }
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
  let reply: Reply
  /// The number of facts in it, and at least one for each request.
  let facts: Int

  init(_ batch: [AppendRequest], _ reply: Reply) {
    self.batch = batch
    self.reply = reply
    facts = batch.reduce(0) { $0 + max($1.facts.count, 1) }
  }
}
