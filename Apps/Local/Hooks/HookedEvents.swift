import Core
import Engine
import Locks
import Pages
import Presentation
import Products

/// The events of this process for which the home has hooks, in the order in which they happened.
///
/// The hooks are read when the first event happens, so that a program without events pays nothing
/// for them.
public final class HookedEvents: Sendable {
  private struct State {
    /// The names of the events that have hooks; nil until somebody asks.
    var names: Set<String>?
    var events: [LiveEvent] = []
  }

  private let home: Home
  private let state = Locked(State())
  private let isDescendant: Bool

  /// Collects nothing in a process that a hook has started: actions of a hook run no hooks.
  ///
  /// - Parameter isDescendant: whether this is such a process; nil checks the environment.
  public init(of home: Home, isDescendant: Bool? = nil) {
    self.home = home
    self.isDescendant = isDescendant ?? (Home.variable(HookRun.mark) != nil)
  }

  /// Observes events; nil if nobody runs hooks for them.
  public var observer: LiveObserver? { isDescendant ? nil : observer { _ in } }

  /// The same, which also passes each event to `body`.
  public func observer(forwardingTo body: @escaping @Sendable (LiveEvent) -> Void) -> LiveObserver {
    LiveObserver(
      wants: { self.wants($0) },
      receive: { event in
        self.state.withLock { $0.events.append(event) }
        body(event)
      }
    )
  }

  /// Whether there are hooks at all.
  public var isEmpty: Bool { state.withLock { names(in: &$0) }.isEmpty }

  private func wants(_ name: String) -> Bool {
    state.withLock { names(in: &$0) }.contains(name)
  }

  private func names(in state: inout State) -> Set<String> {
    if let known = state.names { return known }
    let store = HookStore(home)
    let hooks = store.mayHaveHooks ? try? store.all() : nil
    let names = Set((hooks ?? []).map(\.event))
    state.names = names
    return names
  }

  /// Reads the hooks again.
  public func reload() { state.withLock { $0.names = nil } }

  /// Takes the observed events, as documents for hooks.
  public func take(from space: LocalSpace) async -> [HookQueue.Item] {
    let events = state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
    guard !events.isEmpty, let context = try? await space.pageContext() else { return [] }
    var items: [HookQueue.Item] = []
    for live in events where live.space == space.id {
      if let item = try? await HookedEvents.item(live, context) { items.append(item) }
    }
    return items
  }

  private static func item(
    _ live: LiveEvent,
    _ context: any SpaceContext
  ) async throws -> HookQueue.Item {
    let document = try await EventDocument.of(live.event, at: live.stamp.clock.instant, context)
    return HookQueue.Item(event: document.event, document: try JSON.encode(document))
  }

  /// Passes the events to the daemon, or to a separate process if none runs.
  ///
  /// A failure to start it is not an error of the person's command: the events wait for the next
  /// one.
  public func handOver(from space: LocalSpace) async {
    let items = await take(from: space)
    guard !items.isEmpty else { return }
    HookQueue(home).add(items)
    guard DaemonLock.holder(of: home) == nil else { return }
    _ = try? DetachedProgram("/proc/self/exe", [HookedEvents.command], output: "/dev/null")
  }

  /// The hidden command of `trellis` that runs the hooks of waiting events.
  public static let command = "run-hooks"
}
