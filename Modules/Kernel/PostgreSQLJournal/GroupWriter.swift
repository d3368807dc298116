import Core
import Glibc
import Journals
import PostgreSQL

/// Stores groups of appends, each in one transaction.
struct GroupWriter: Sendable {
  /// How often a transaction that lost against another one is tried.
  private static let attempts = 8

  private let watch: HeadWatch

  init(_ watch: HeadWatch) { self.watch = watch }

  /// - Parameter isAgain: whether a group with these has failed. It may have waited for a lock, and
  ///   each of them would hold up all others as long again.
  func write(
    _ requests: [AppendRequest],
    over link: Link,
    isAgain: Bool
  ) throws(AppendFailure) -> [AppendResult] {
    var attempt = 1
    while true {
      var transaction = AppendTransaction(requests, waitsShortly: isAgain)
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
        throw AppendFailure(error, isUncertain: isUncertain)
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

extension AppendFailure {
  /// - Parameter isUncertain: whether the transaction may have taken effect.
  fileprivate init(_ cause: PostgreSQLError, isUncertain: Bool) {
    switch (isUncertain, cause.kind) {
    case (true, _):
      self.init(ErrorTranslation.unconfirmed(cause), isOfOneAppend: false)
    case (false, .unique) where cause.statement == AppendStatements.fact.name:
      let error = ErrorTranslation.from(
        .damaged("a space has rows after its last (\(cause.message))")
      )
      self.init(error, isOfOneAppend: true)
    default:
      let kinds: [PostgreSQLError.Kind] = [.damaged, .unique, .other, .locked]
      self.init(ErrorTranslation.from(cause), isOfOneAppend: kinds.contains(cause.kind))
    }
  }
}
