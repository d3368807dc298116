import Synchronization

/// Keeps a hook on the loop's turns; cancelled by `cancel()` or when dropped.
public final class TurnHook: Sendable {
  final class Entry: Sendable {
    private let live = Atomic(true)
    let body: @LoopActor () -> Void

    init(_ body: @escaping @LoopActor () -> Void) { self.body = body }

    var isLive: Bool { live.load(ordering: .relaxed) }

    func end() { live.store(false, ordering: .relaxed) }
  }

  let entry: Entry

  init(_ body: @escaping @LoopActor () -> Void) { entry = Entry(body) }

  deinit { entry.end() }

  /// Ends the hook: no call begins after this, from whatever thread it comes.
  public func cancel() { entry.end() }
}
