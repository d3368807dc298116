/// What other threads have handed to the loop and the loop has not yet taken.
///
/// One list keeps the order of jobs, closures and events together, so that each thread's own order
/// holds across all of them. Events in a row for one lane are one entry with a count; the events
/// themselves lie in the lane, inline.
@usableFromInline
package struct Inbox {
  enum Content {
    case job(UnownedJob)
    /// Of a task that prefers the loop, outside of any actor.
    case preferring(UnownedJob, LoopTasks)
    case work(@LoopActor @Sendable () -> Void)
    case events(LaneEnd)
  }

  struct Entry {
    let content: Content
    var count: Int
  }

  private var order: ContiguousArray<Entry> = []
  private var filled: ContiguousArray<LaneEnd> = []
  /// The lane of the last entry, if that entry may still grow.
  private var growing: ObjectIdentifier?
  /// True when the loop will look here again before it sleeps.
  private var awake = true

  init() {}

  /// Adds a job or closure; true when the loop sleeps and the caller has to wake it.
  mutating func add(_ content: Content) -> Bool {
    order.append(Entry(content: content, count: 1))
    growing = nil
    return wakes()
  }

  /// Notes `count` events that were just put into a lane; true when the caller has to wake the loop.
  @usableFromInline
  mutating func note(_ count: Int, in lane: LaneEnd) -> Bool {
    let identity = ObjectIdentifier(lane)
    if growing == identity {
      order[order.count - 1].count &+= count
      return wakes()
    }
    order.append(Entry(content: .events(lane), count: count))
    growing = identity
    if lane.fill(&self) { filled.append(lane) }
    return wakes()
  }

  private mutating func wakes() -> Bool {
    let asleep = !awake
    awake = true
    return asleep
  }

  /// Moves all entries into `batch`, which is empty, and each lane's events to its loop side.
  ///
  /// False when there is nothing; then, if `elseSleep`, the next thread to add something wakes us.
  @LoopActor
  mutating func take(into batch: inout ContiguousArray<Entry>, elseSleep: Bool) -> Bool {
    guard !order.isEmpty else {
      if elseSleep { awake = false }
      return false
    }
    swap(&order, &batch)
    growing = nil
    var lanes: ContiguousArray<LaneEnd> = []
    swap(&lanes, &filled)
    for lane in lanes { lane.exchange(&self) }
    guard filled.isEmpty else { return true }
    lanes.removeAll(keepingCapacity: true)
    swap(&lanes, &filled)
    return true
  }
}
