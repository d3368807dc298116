/// The two sides of a queue: what threads add, and the batch that the loop is taking out.
@usableFromInline
final class LoopQueueBuffers<Item: Sendable>: Sendable {
  @usableFromInline typealias Waiter = CheckedContinuation<Void, Never>

  @usableFromInline
  struct Inbound {
    @usableFromInline var items: ContiguousArray<Item> = []
    /// Items of senders that wait for room, first come first served.
    @usableFromInline var parked: [(item: Item, waiter: Waiter)] = []

    @inlinable init() {}
  }

  @usableFromInline
  struct Outbound {
    @usableFromInline var items: ContiguousArray<Item> = []
    @usableFromInline var next = 0
    @usableFromInline var admitted: [Waiter] = []

    @inlinable init() {}

    @inlinable
    mutating func take() -> Item {
      guard next < items.count &- 1 else { return takeLast() }
      let item = items[next]
      next &+= 1
      return item
    }

    @inlinable
    mutating func takeLast() -> Item {
      let item = items.removeLast()
      if next > 0 { recycle() }
      return item
    }

    /// Keeps the memory for the next batch, unless a burst made it huge.
    @inlinable @inline(never)
    mutating func recycle() {
      items.removeAll(keepingCapacity: items.capacity <= 1 << 16)
      next = 0
    }
  }

  @usableFromInline let limit: Int
  @usableFromInline let inbound: InboxGuarded<Inbound>
  @usableFromInline let outbound: LoopOnly<Outbound>

  @inlinable
  init(limit: Int) {
    self.limit = limit
    inbound = InboxGuarded(Inbound())
    outbound = LoopOnly(Outbound())
  }

  /// Moves new items to the loop's side and admits waiting senders; returns how many.
  @LoopActor @inlinable
  func exchange(_ inbox: inout Inbox) -> Int {
    inbound.modify(&inbox) { inbound in
      swap(&inbound.items, &outbound.value.items)
      guard !inbound.parked.isEmpty else { return 0 }
      let count = min(limit, inbound.parked.count)
      for (item, waiter) in inbound.parked.prefix(count) {
        inbound.items.append(item)
        outbound.value.admitted.append(waiter)
      }
      inbound.parked.removeFirst(count)
      return count
    }
  }

  @LoopActor @inlinable
  func deliver(_ count: Int, to receive: @LoopActor (Item) -> Void) {
    if !outbound.value.admitted.isEmpty { resumeAdmitted() }
    for _ in 0..<count { receive(outbound.value.take()) }
  }

  @LoopActor @usableFromInline
  func resumeAdmitted() {
    var waiters: [Waiter] = []
    swap(&waiters, &outbound.value.admitted)
    for waiter in waiters { waiter.resume() }
  }
}
