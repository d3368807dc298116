import Friends
import Logging

/// Delivers notices of friends: to their lists at once, and to other channels in the background.
final class FriendDeliveries: Sendable {
  private let store: FriendStore
  private let logger: Logger
  private let delivered: AsyncStream<[DeliveredNotice]>.Continuation

  /// - Parameter didDeliver: receives new notices once they are on disk, one call after the other.
  init(
    _ store: FriendStore,
    _ logger: Logger,
    didDeliver: @escaping @Sendable ([DeliveredNotice]) async -> Void
  ) {
    (self.store, self.logger) = (store, logger)
    let notices: AsyncStream<[DeliveredNotice]>
    (notices, delivered) = AsyncStream.makeStream()
    Task { for await next in notices { await didDeliver(next) } }
  }

  deinit { delivered.finish() }

  /// Delivers what waits; when this returns, friends find it in their lists.
  ///
  /// What cannot be delivered now waits for the next change or start.
  func deliver() async {
    do {
      try await store.deliver { [delivered] in _ = delivered.yield($0) }
    } catch {
      logger.warning("notices of friends wait", metadata: ["error": "\(error.code)"])
    }
  }
}
