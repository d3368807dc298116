import Core
import Glibc
import Journals
import Locks
import PostgreSQL

/// Appends that wait for the writing connection, and go into the database together.
///
/// While one transaction is under way, further appends arrive; the next transaction takes all of
/// them. A commit waits for the disk, so many callers share one wait.
final class AppendQueue: Sendable {
  /// The number of facts after which a transaction takes no further appends.
  private static let factsPerGroup = 4096
  /// How often a transaction that lost against another one is tried.
  private static let attempts = 8

  private let waiting = SharedLocked<[WaitingAppend]>([])
  private let watch: HeadWatch

  init(_ watch: HeadWatch) { self.watch = watch }

  /// The number of appends that no transaction has taken yet.
  var count: Int { waiting.withLock { $0.count } }

  func add(_ batch: [AppendRequest]) -> WaitingAppend {
    let append = WaitingAppend(batch)
    waiting.withLock { $0.append(append) }
    return append
  }

  /// Writes groups of appends until `append` has its results.
  func settle(_ append: WaitingAppend, over link: Link) throws(JournalError) -> [AppendResult] {
    while true {
      if let outcome = append.outcome { return try outcome.get() }
      let group = takeGroup()
      // An append waits until somebody has taken it, and whoever takes it settles it.
      precondition(!group.isEmpty, "an append was forgotten")
      write(group, over: link)
    }
  }

  private func takeGroup() -> [WaitingAppend] {
    waiting.withLock { waiting in
      var facts = 0
      let count = waiting.prefix { append in
        defer { facts += append.facts }
        return facts < Self.factsPerGroup
      }.count
      let group = Array(waiting.prefix(count))
      waiting.removeFirst(count)
      return group
    }
  }

  private func write(_ group: [WaitingAppend], over link: Link) {
    let requests = group.flatMap(\.batch)
    do throws(WriteFailure) {
      var results = try transact(requests, over: link)[...]
      for append in group {
        append.settle(.success(Array(results.prefix(append.batch.count))))
        results = results.dropFirst(append.batch.count)
      }
    } catch {
      // One append that cannot be stored must not keep the others from being stored.
      guard group.count > 1, error.isOfOneAppend else {
        return group.forEach { $0.settle(.failure(error.error)) }
      }
      for append in group { write([append], over: link) }
    }
  }

  private func transact(
    _ requests: [AppendRequest],
    over link: Link
  ) throws(WriteFailure) -> [AppendResult] {
    var attempt = 1
    while true {
      var transaction = AppendTransaction(requests)
      var heads: [SpaceHead] = []
      do throws(PostgreSQLError) {
        let results = try link.attempt { connection throws(PostgreSQLError) in
          try transaction.run(on: connection) {
            heads = $0
            watch.willCommit($0)
          }
        }
        watch.didCommit(heads)
        return results
      } catch {
        let isUncertain = transaction.isSent && link.wasLost && !error.endedEarly
        watch.didFail(heads, isUncertain: isUncertain)
        // Another node created the space, or both waited for each other: it is read again.
        if !link.wasLost, error.isLostRace, attempt < Self.attempts {
          usleep(UInt32.random(in: 0..<2000) * UInt32(attempt))
          attempt += 1
          continue
        }
        throw WriteFailure(error, isUncertain: isUncertain)
      }
    }
  }
}

extension PostgreSQLError {
  /// Whether another node was first, so that the same transaction may succeed now.
  fileprivate var isLostRace: Bool {
    kind == .conflict || kind == .unique && statement == AppendStatements.newSpace.name
  }
}

/// Why a transaction failed.
private struct WriteFailure: Error {
  let error: JournalError
  /// Whether the cause may be one of several appends.
  let isOfOneAppend: Bool

  /// - Parameter isUncertain: whether the transaction may have taken effect.
  init(_ cause: PostgreSQLError, isUncertain: Bool) {
    switch (isUncertain, cause.kind) {
    case (true, _):
      error = ErrorTranslation.unconfirmed(cause)
      isOfOneAppend = false
    case (false, .unique) where cause.statement == AppendStatements.fact.name:
      error = ErrorTranslation.from(
        .damaged("a space has rows after its last (\(cause.message))")
      )
      isOfOneAppend = true
    default:
      error = ErrorTranslation.from(cause)
      isOfOneAppend = [.damaged, .unique, .other, .locked].contains(cause.kind)
    }
  }
}

/// An append that waits for its results.
final class WaitingAppend: Sendable {
  let batch: [AppendRequest]
  /// The number of facts in it, and at least one for each request.
  let facts: Int
  private let settled = SharedLocked<Result<[AppendResult], JournalError>?>(nil)

  init(_ batch: [AppendRequest]) {
    self.batch = batch
    facts = batch.reduce(0) { $0 + max($1.facts.count, 1) }
  }

  var outcome: Result<[AppendResult], JournalError>? { settled.withLock { $0 } }

  func settle(_ outcome: Result<[AppendResult], JournalError>) {
    settled.withLock { $0 = outcome }
  }
}
