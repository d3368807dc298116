/// Items in the order they came, taken from the front.
///
/// Taken items stay until the line empties or half of it is spent: cascades empty it all the time.
@usableFromInline
struct Line<Item> {
  @usableFromInline var items: ContiguousArray<Item> = []
  @usableFromInline var next = 0

  @inlinable
  init() {}

  @inlinable
  var isEmpty: Bool { items.isEmpty }

  @inlinable
  var count: Int { items.count &- next }

  @inlinable
  mutating func append(_ item: Item) { items.append(item) }

  /// Takes the first item of a line that is not empty.
  @inlinable
  mutating func take() -> Item {
    guard next < items.count &- 1 else { return takeLast() }
    let item = items[next]
    next &+= 1
    if next > 4096, next > items.count / 2 { forgetTaken() }
    return item
  }

  @inlinable
  mutating func takeLast() -> Item {
    let item = items.removeLast()
    if next > 0 { clear() }
    return item
  }

  @inlinable @inline(never)
  mutating func forgetTaken() {
    items.removeFirst(next)
    next = 0
  }

  /// Forgets all items, and keeps the memory for more unless there were very many.
  @inlinable @inline(never)
  mutating func clear() {
    items.removeAll(keepingCapacity: items.capacity <= 1 << 16)
    next = 0
  }
}
