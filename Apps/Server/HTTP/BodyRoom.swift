import Core
import HTTPServing
import HTTPTypes
import Locks
import Sync

/// The memory that the bodies of one account's requests may take at a time.
///
/// An account may have many requests in progress, each of which could bring the longest body.
final class BodyRoom: Sendable {
  /// The bytes of the longest body, which are also counted for one of unknown length.
  private static let longest = SyncLimits.documentBytes
  /// The bytes of an account: a few of the longest bodies, or very many of the usual ones.
  static let most = 3 * longest

  private let taken = Locked<[AccountID: Int]>([:])

  /// The number of bytes that a request announces.
  static func announced(by request: ReceivedRequest) -> Int {
    if let length = request.header(.contentLength) { return min(max(0, Int(length) ?? 0), longest) }
    return request.header(.transferEncoding) == nil ? 0 : longest
  }

  /// Takes room, which ``leave(_:of:)`` returns.
  ///
  /// - Throws: ``Problem`` 429 if the account has no more.
  func take(_ bytes: Int, for account: AccountID) throws {
    let isFree = taken.withLock { taken in
      let sum = taken[account, default: 0] + bytes
      guard sum <= BodyRoom.most else { return false }
      taken[account] = sum > 0 ? sum : nil
      return true
    }
    guard isFree else { throw Problem.tooManyAtOnce }
  }

  func leave(_ bytes: Int, of account: AccountID) {
    taken.withLock { taken in
      let rest = taken[account, default: 0] - bytes
      taken[account] = rest > 0 ? rest : nil
    }
  }
}

extension Problem {
  /// The refusal of an account that has too much in progress.
  static let tooManyAtOnce = Problem(
    .tooManyRequests,
    "too-many-at-once",
    "This account has too many requests open at once. Nothing was lost: try again once some of them have "
      + "been answered.",
    headers: [.retryAfter: "5"]
  )
}
