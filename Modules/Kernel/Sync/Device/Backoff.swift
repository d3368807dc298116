import Core

/// The pauses after consecutive failures.
///
/// The upper limit of a pause doubles from 1 s to 5 min, and the pause is drawn at random from zero to
/// that limit ("full jitter"), so that devices do not return all at once.
package struct Backoff: Sendable {
  /// The longest pause, in milliseconds.
  private static let longest: Int64 = 300_000
  /// More failures than this lengthen no pause, and would shift the limit out of its bits.
  private static let mostCounted = 20

  /// The number of consecutive failures, up to a limit.
  package private(set) var failures = 0

  package init() {}

  /// Counts a failure; returns the milliseconds until the next attempt.
  package mutating func next(using random: inout SplitMix64) -> Int64 {
    failures = min(failures + 1, Backoff.mostCounted)
    return .random(in: 0...min(Backoff.longest, 1000 << Int64(failures - 1)), using: &random)
  }

  /// Begins again with the shortest pause, after a success.
  package mutating func reset() { failures = 0 }
}
