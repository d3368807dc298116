/// A dispatcher's state of its deliveries.
@usableFromInline
struct DispatchState {
  @usableFromInline var flags: Flags = []
  /// The lists whose events come next; the events themselves wait in their list.
  private var waiting = FIFOQueue<Turn>()
  /// The list of the last entry of `waiting`, whose count may still grow.
  private var growing: ObjectIdentifier?
  var watchers: [Subscriber<BusTraffic>] = []
  var watchedEvents: UInt64 = 0
  var failures: [String: Int] = [:]
  var observers: [(BusFailure) -> Void] = []

  /// One byte, so that publishing in the common case is a single test.
  @usableFromInline
  struct Flags: OptionSet {
    @usableFromInline let rawValue: UInt8

    @inlinable
    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// An event is being delivered: newly published events wait.
    @inlinable static var delivering: Self { Self(rawValue: 1) }
    /// The traffic is being watched.
    @inlinable static var watched: Self { Self(rawValue: 2) }
    /// Events wait for the current delivery to end.
    @inlinable static var waiting: Self { Self(rawValue: 4) }
  }

  /// Consecutive events of one list.
  struct Turn {
    let list: any Deliverer
    var count: Int
  }

  init() {}

  /// Records that one more event waits in the list.
  mutating func wait(_ list: any Deliverer) {
    let identity = ObjectIdentifier(list)
    if growing == identity {
      waiting.last.count &+= 1
      return
    }
    waiting.append(Turn(list: list, count: 1))
    growing = identity
    flags.insert(.waiting)
  }

  /// Frees the queue once nothing waits and nothing will.
  mutating func end() { waiting.free() }

  mutating func takeTurn() -> Turn? {
    guard !waiting.isEmpty else { return nil }
    let turn = waiting.take()
    if waiting.isEmpty { growing = nil }
    return turn
  }
}

/// The type-erased subscribers of one type of event.
protocol Deliverer: AnyObject {
  var eventName: String { get }
  var labels: [String] { get }
  /// Delivers the next `count` of the waiting events.
  func deliverWaiting(_ count: Int)
  /// Drops all waiting events.
  func dropWaiting()
}
