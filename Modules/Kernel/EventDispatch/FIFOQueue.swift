/// A growing ring buffer that returns items in the order in which they came.
///
/// Uses its own pointer rather than an array: where the code is compiled once for all types of
/// items, an array's type is looked up at each use, which takes longer than the use itself. So the
/// owner must not copy a queue, and ends it with ``free()``.
@usableFromInline
struct FIFOQueue<Item> {
  @usableFromInline var items: UnsafeMutablePointer<Item>?
  /// A power of two, or zero before the first item.
  @usableFromInline var capacity = 0
  @usableFromInline var next = 0
  @usableFromInline var count = 0

  @inlinable
  init() {}

  @inlinable
  var isEmpty: Bool { count == 0 }

  @inlinable @inline(__always)
  func place(_ index: Int) -> UnsafeMutablePointer<Item> {
    // Only called when there are items, and so there is memory for them.
    items.unsafelyUnwrapped + (index & (capacity &- 1))
  }

  @inlinable
  mutating func append(_ item: Item) {
    if count == capacity { grow() }
    place(next &+ count).initialize(to: item)
    count &+= 1
  }

  /// Removes and returns the first item; the queue must not be empty.
  @inlinable
  mutating func take() -> Item {
    let item = place(next).move()
    next = (next &+ 1) & (capacity &- 1)
    count &-= 1
    if count == 0, capacity > 1 << 16 { forgetRoom() }
    return item
  }

  /// The item that came last; the queue must not be empty.
  var last: Item {
    _read { yield place(next &+ count &- 1).pointee }
    _modify { yield &place(next &+ count &- 1).pointee }
  }

  @inlinable @inline(never)
  mutating func grow() {
    let room = max(16, capacity * 2)
    let wider = UnsafeMutablePointer<Item>.allocate(capacity: room)
    if let items {
      // A full ring: items before `next` came after those behind it.
      wider.moveInitialize(from: items + next, count: capacity &- next)
      (wider + (capacity &- next)).moveInitialize(from: items, count: next)
      items.deallocate()
    }
    (items, capacity, next) = (wider, room, 0)
  }

  /// Frees the memory of an empty queue that was very long.
  @inlinable @inline(never)
  mutating func forgetRoom() {
    items?.deallocate()
    (items, capacity, next) = (nil, 0, 0)
  }

  /// Removes all items, and keeps the memory unless there were very many.
  mutating func clear() {
    while !isEmpty { _ = take() }
  }

  /// Removes all items and frees the memory.
  mutating func free() {
    clear()
    forgetRoom()
  }
}
