/// What other threads have handed to the loop and the loop has not taken yet.
///
/// One list keeps the order of jobs, closures and events together, so that the order of each thread
/// holds across all of them. Consecutive events of one queue are one entry with a count; the events
/// themselves are stored inline in the queue.
@usableFromInline
package struct Inbox {
  enum Content {
    case job(UnownedJob)
    /// A job of a task that prefers the loop, outside of any actor.
    case preferring(UnownedJob, LoopTaskExecutor)
    case work(@LoopActor @Sendable () -> Void)
    case events(AnyLoopQueue)
  }

  struct Entry {
    let content: Content
    var count: Int
  }

  private var order: ContiguousArray<Entry> = []
  private var filled: ContiguousArray<AnyLoopQueue> = []
  /// The queue of the last entry, if that entry may still grow.
  private var growing: ObjectIdentifier?
  /// Whether the loop will check the inbox again before it sleeps.
  private var awake = true

  init() {}

  /// Adds a job or closure; true if the loop sleeps and the caller must wake it.
  mutating func add(_ content: Content) -> Bool {
    order.append(Entry(content: content, count: 1))
    growing = nil
    return wakes()
  }

  /// Records `count` events that were just added to a queue; true if the caller must wake the loop.
  @usableFromInline
  mutating func note(_ count: Int, in queue: AnyLoopQueue) -> Bool {
    let identity = ObjectIdentifier(queue)
    if growing == identity {
      order[order.count - 1].count &+= count
      return wakes()
    }
    order.append(Entry(content: .events(queue), count: count))
    growing = identity
    if queue.fill(&self) { filled.append(queue) }
    return wakes()
  }

  private mutating func wakes() -> Bool {
    let asleep = !awake
    awake = true
    return asleep
  }

  /// Moves all entries into the empty `batch`, and each queue's events to its loop side.
  ///
  /// Returns false if there is nothing; then the next thread that adds something wakes the loop.
  @LoopActor
  mutating func take(into batch: inout ContiguousArray<Entry>) -> Bool {
    guard !order.isEmpty else {
      awake = false
      return false
    }
    swap(&order, &batch)
    growing = nil
    var queues: ContiguousArray<AnyLoopQueue> = []
    swap(&queues, &filled)
    for queue in queues { queue.exchange(&self) }
    guard filled.isEmpty else { return true }
    queues.removeAll(keepingCapacity: true)
    swap(&queues, &filled)
    return true
  }
}
