/// Values by type, found by the address of the type's metadata.
///
/// A dictionary would first hash the address so that nobody can foresee the hash, which takes ten
/// times as long as the rest and protects from nothing here: types do not come from outside.
struct TypeTable<Value> {
  private typealias Slot = (type: ObjectIdentifier, value: Value)

  /// A power of two of them, at least half of which are free.
  private var slots: [Slot?] = Array(repeating: nil, count: 16)
  private(set) var count = 0

  subscript(type: ObjectIdentifier) -> Value? {
    get { slots[place(of: type)]?.value }
    set {
      let place = place(of: type)
      if slots[place] == nil { count += 1 }
      slots[place] = newValue.map { (type, $0) }
      if 2 * count > slots.count { grow() }
    }
  }

  /// The slot of a type, or the free one that it would get.
  private func place(of type: ObjectIdentifier) -> Int {
    let last = slots.count - 1
    // Metadata is aligned, so that the lowest bits of its address tell nothing (Fibonacci hashing).
    let address = UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: address >> 32) & last
    while let slot = slots[place], slot.type != type { place = (place + 1) & last }
    return place
  }

  private mutating func grow() {
    let held = slots
    slots = Array(repeating: nil, count: 2 * held.count)
    for case let slot? in held { slots[place(of: slot.type)] = slot }
  }
}
