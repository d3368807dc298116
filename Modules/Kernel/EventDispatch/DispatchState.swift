/// What a dispatcher knows of its deliveries.
@usableFromInline
struct DispatchState {
  @usableFromInline var flags: Flags = []
  /// Whose events come next; the events themselves wait in their list.
  private var waiting = FIFOQueue<Turn>()
  /// The list of the last entry of `waiting`, whose count may still grow.
  private var growing: ObjectIdentifier?
  var watchers: [Subscriber<BusTraffic>] = []
  var watchedEvents: UInt64 = 0
  var failures: [String: Int] = [:]
  var observers: [(BusFailure) -> Void] = []

  /// One byte, so that publishing with nothing special going on tests it once.
  @usableFromInline
  struct Flags: OptionSet {
    @usableFromInline let rawValue: UInt8

    @inlinable
    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// An event is being delivered: what is published now waits.
    @inlinable static var delivering: Self { Self(rawValue: 1) }
    /// Someone watches the traffic.
    @inlinable static var watched: Self { Self(rawValue: 2) }
    /// Events wait for the one being delivered to be done.
    @inlinable static var waiting: Self { Self(rawValue: 4) }
  }

  /// Events in a row for one list.
  struct Turn {
    let list: any Deliverer
    var count: Int
  }

  init() {}

  /// Notes that one more event waits in the list.
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

  /// Nobody waits any more, nor will.
  mutating func end() { waiting.free() }

  mutating func takeTurn() -> Turn? {
    guard !waiting.isEmpty else { return nil }
    let turn = waiting.take()
    if waiting.isEmpty { growing = nil }
    return turn
  }
}

/// The subscribers of one type of event, for code that does not know the type.
protocol Deliverer: AnyObject {
  var eventName: String { get }
  var labels: [String] { get }
  /// Delivers the next `count` of the waiting events.
  func deliverWaiting(_ count: Int)
  /// Forgets all waiting events.
  func dropWaiting()
}
