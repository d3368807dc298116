/// Items in the order they came, taken from the front: a ring that grows.
///
/// Behind a pointer of its own rather than in an array: where it is compiled for all types of items at
/// once, an array has its type looked up at each use, which takes longer than the use. So whoever has a
/// line keeps it in one place, and ends it with ``free()``.
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
    // Asked for where there are items alone, and so where there is room for them.
    items.unsafelyUnwrapped + (index & (capacity &- 1))
  }

  @inlinable
  mutating func append(_ item: Item) {
    if count == capacity { grow() }
    place(next &+ count).initialize(to: item)
    count &+= 1
  }

  /// Takes the first item of a line that is not empty.
  @inlinable
  mutating func take() -> Item {
    let item = place(next).move()
    next = (next &+ 1) & (capacity &- 1)
    count &-= 1
    if count == 0, capacity > 1 << 16 { forgetRoom() }
    return item
  }

  /// The item that came last; the line is not empty.
  var last: Item {
    _read { yield place(next &+ count &- 1).pointee }
    _modify { yield &place(next &+ count &- 1).pointee }
  }

  @inlinable @inline(never)
  mutating func grow() {
    let room = max(16, capacity * 2)
    let wider = UnsafeMutablePointer<Item>.allocate(capacity: room)
    if let items {
      // A full ring: what stands before `next` came after what stands behind it.
      wider.moveInitialize(from: items + next, count: capacity &- next)
      (wider + (capacity &- next)).moveInitialize(from: items, count: next)
      items.deallocate()
    }
    (items, capacity, next) = (wider, room, 0)
  }

  /// Gives back the memory of a line that was very long and is empty.
  @inlinable @inline(never)
  mutating func forgetRoom() {
    items?.deallocate()
    (items, capacity, next) = (nil, 0, 0)
  }

  /// Forgets all items, and keeps the memory for more unless there were very many.
  mutating func clear() {
    while !isEmpty { _ = take() }
  }

  /// Forgets all items and gives back the memory.
  mutating func free() {
    clear()
    forgetRoom()
  }
}
