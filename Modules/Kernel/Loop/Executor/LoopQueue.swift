import Locks

/// A typed queue from any thread to one receiver on the loop.
///
/// Items are stored inline in the queue's own buffer, so handing one over allocates nothing. Items
/// of one thread arrive in its order, also relative to what it hands to other queues, `submit` or
/// `Task`.
@usableFromInline
package final class LoopQueue<Item: Sendable>: Sendable {
  @usableFromInline let loop: Loop
  @usableFromInline let buffers: LoopQueueBuffers<Item>
  @usableFromInline let end: AnyLoopQueue

  /// - Parameters:
  ///   - limit: the number of items that may wait before `send` suspends its caller; at least 1.
  ///   - receive: called on the loop with each item.
  @inlinable
  package init(
    to loop: Loop,
    limit: Int = 1024,
    receive: @escaping @LoopActor (Item) -> Void
  ) {
    let buffers = LoopQueueBuffers<Item>(limit: max(1, limit))
    self.loop = loop
    self.buffers = buffers
    end = AnyLoopQueue(
      exchange: { inbox in buffers.exchange(&inbox) },
      deliver: { count in buffers.deliver(count, to: receive) }
    )
  }

  /// Hands over one item without waiting.
  @inlinable
  package func post(_ item: Item) {
    let wakes = loop.inbox.withLockUnchecked { inbox in
      buffers.inbound.modify(&inbox) { $0.items.append(item) }
      return inbox.note(1, in: end)
    }
    if wakes { loop.wake() }
  }

  /// Hands over several items under one lock, so that no other items come between them.
  @inlinable
  package func post(contentsOf items: some Collection<Item>) {
    guard !items.isEmpty else { return }
    let wakes = loop.inbox.withLockUnchecked { inbox in
      buffers.inbound.modify(&inbox) { $0.items.append(contentsOf: items) }
      return inbox.note(items.count, in: end)
    }
    if wakes { loop.wake() }
  }

  /// Hands over one item unless the limit is reached; true if it was accepted.
  @inlinable
  package func offer(_ item: Item) -> Bool {
    var wakes = false
    let taken = loop.inbox.withLockUnchecked { inbox in
      let fits = buffers.inbound.modify(&inbox) { inbound in
        guard inbound.parked.isEmpty, inbound.items.count < buffers.limit else { return false }
        inbound.items.append(item)
        return true
      }
      if fits { wakes = inbox.note(1, in: end) }
      return fits
    }
    if wakes { loop.wake() }
    return taken
  }

  /// Hands over one item, and waits for room while the limit is reached.
  @inlinable
  package func send(_ item: Item) async {
    if offer(item) { return }
    await withCheckedContinuation { waiter in park(item, waiter) }
  }

  @usableFromInline
  func park(_ item: Item, _ waiter: CheckedContinuation<Void, Never>) {
    var wakes = false
    let parked = loop.inbox.withLockUnchecked { inbox in
      let full = buffers.inbound.modify(&inbox) { inbound in
        if inbound.parked.isEmpty, inbound.items.count < buffers.limit {
          inbound.items.append(item)
          return false
        }
        inbound.parked.append((item, waiter))
        return true
      }
      if !full { wakes = inbox.note(1, in: end) }
      return full
    }
    if wakes { loop.wake() }
    if !parked { waiter.resume() }
  }
}
