import Core
import Locks

/// Lets one request at a time work on a space; requests for different spaces run concurrently.
///
/// Requests for a space run in the order in which they arrived. The number of waiting requests is
/// limited, so that nobody's devices can fill the server's memory.
final class SpaceQueue: Sendable {
  private typealias Turn = CheckedContinuation<Void, Never>

  /// The waiting requests of each space that is being worked on.
  private let waiting = Locked<[SpaceID: [Turn]]>([:])
  private let depth: Int

  /// - Parameter depth: the greatest number of requests that wait for a space.
  init(depth: Int) { self.depth = depth }

  /// Runs `body` when it is its turn.
  ///
  /// - Throws: ``SpaceBusy`` if too many wait; `CancellationError` if the caller gave up meanwhile.
  func run<T: Sendable>(
    _ space: SpaceID,
    _ body: @Sendable () async throws -> T
  ) async throws -> T {
    try await enter(space)
    defer { leave(space) }
    try Task.checkCancellation()
    return try await body()
  }

  private enum Admission { case first, queued, refused }

  private func enter(_ space: SpaceID) async throws {
    var isRefused = false
    await withCheckedContinuation { (turn: Turn) in
      let admission = waiting.withLock { waiting -> Admission in
        guard let others = waiting[space] else {
          waiting[space] = []
          return .first
        }
        guard others.count < depth else { return .refused }
        waiting[space]?.append(turn)
        return .queued
      }
      isRefused = admission == .refused
      if admission != .queued { turn.resume() }
    }
    if isRefused { throw SpaceBusy() }
  }

  private func leave(_ space: SpaceID) {
    let next = waiting.withLock { waiting -> Turn? in
      guard var others = waiting[space], !others.isEmpty else {
        waiting[space] = nil
        return nil
      }
      let next = others.removeFirst()
      waiting[space] = others
      return next
    }
    next?.resume()
  }
}
