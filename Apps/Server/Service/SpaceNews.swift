import Bus
import Core
import Engine
import Journals
import Locks
import Logging
import Loop
import Replication
import Runtime

/// Notifies the listeners of a space that it has grown, from any source.
///
/// Entries made on a page are numbered at once, so that the person's devices are notified; entries
/// from a device reach open pages through the refreshed runtime, which for their sake reads a space
/// again that it has closed to make room.
@LoopActor
final class SpaceNews {
  private var listeners: [SpaceID: [Int: AsyncStream<Int>.Continuation]] = [:]
  /// The spaces with listeners, for other threads.
  private nonisolated let followed = SharedLocked<Set<SpaceID>>([])
  /// The sequence number that was published last in each space with listeners.
  private var published: [SpaceID: Int] = [:]
  private var count = 0
  private var subscription: Subscription?
  private var others: Task<Void, Never>?
  /// The spaces that are being numbered, and whether they have grown since that began.
  private var numbering: [SpaceID: Bool] = [:]
  private let replicator: ServerReplicator
  private let logger: Logger

  nonisolated init(_ replicator: ServerReplicator, _ logger: Logger) {
    self.replicator = replicator
    self.logger = logger
  }

  /// Starts to follow the runtime's spaces, until ``close()``.
  func follow(_ runtime: Runtime) {
    subscription = runtime.observe(SpaceAdvanced.self, as: "news") { [weak self] committed in
      self?.hasGrown(committed.space, to: committed.event.sequence)
    }
  }

  /// Notifies devices and pages of what other nodes of the server add, until ``close()``.
  func follow(_ heads: AsyncStream<SpaceHead>, in runtime: Runtime) {
    others = Task { [weak self, replicator, logger] in
      for await head in heads {
        do {
          try await replicator.noteGrowth(of: head.space)
        } catch {
          // Nothing is lost: devices also ask by themselves.
          logger.warning("devices learn later of a space", metadata: ["error": "\(error)"])
        }
        await self?.readOn(head.space, in: runtime)
      }
    }
  }

  /// Notifies the open pages of a space that has grown, if the runtime has not.
  ///
  /// It has if the space is open. What cannot be read now is read at the next request.
  func readOn(_ space: SpaceID, in runtime: Runtime) async {
    guard listeners[space] != nil else { return }
    let reader = runtime.client(for: .node(runtime.device), in: space)
    guard let sequence = try? await reader.position().sequence,
      sequence > published[space] ?? 0
    else { return }
    publish(space, at: sequence)
  }

  private func hasGrown(_ space: SpaceID, to sequence: Int) {
    publish(space, at: sequence)
    number(space)
  }

  /// Numbers entries made here, which notifies the devices; one run at a time in a space.
  private func number(_ space: SpaceID) {
    guard numbering[space] == nil else {
      numbering[space] = true
      return
    }
    numbering[space] = false
    Task { @LoopActor in
      do {
        try await replicator.numberOwn(in: space)
      } catch {
        // Nothing is lost: the next request of a device numbers them, too.
        logger.warning("devices learn later of a space", metadata: ["error": "\(error)"])
      }
      if numbering.removeValue(forKey: space) == true { number(space) }
    }
  }

  /// Notifies the open pages of a space of news beside it, such as what a friend has shared.
  func publish(_ space: SpaceID, at sequence: Int) {
    guard let open = listeners[space] else { return }
    published[space] = sequence
    for listener in open.values { listener.yield(sequence) }
  }

  /// Whether somebody listens to a space; makes no trip to the loop.
  nonisolated func hasListeners(in space: SpaceID) -> Bool {
    followed.withLock { $0.contains(space) }
  }

  /// Yields the sequence number of a space at each change; ends when its consumer stops.
  func stream(of space: SpaceID) -> AsyncStream<Int> {
    let (stream, listener) = AsyncStream.makeStream(
      of: Int.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    count += 1
    let key = count
    followed.withLock { _ = $0.insert(space) }
    listeners[space, default: [:]][key] = listener
    listener.onTermination = { [weak self] _ in
      Task { @LoopActor in self?.forget(key, of: space) }
    }
    return stream
  }

  private func forget(_ key: Int, of space: SpaceID) {
    listeners[space]?[key] = nil
    if listeners[space]?.isEmpty == true {
      (listeners[space], published[space]) = (nil, nil)
      followed.withLock { _ = $0.remove(space) }
    }
  }

  func close() {
    subscription?.cancel()
    subscription = nil
    others?.cancel()
    for listener in listeners.values.flatMap(\.values) { listener.finish() }
    listeners = [:]
    followed.withLock { $0 = [] }
  }
}
