/// A value behind a pointer, for state that is read at each delivery.
///
/// A stored property of a class costs an exclusivity check at each access from inlined code, which
/// is most of the time of delivering an event; behind a pointer there is none. Therefore no caller
/// may call foreign code while it holds the value `inout`.
@usableFromInline
package struct PointerBox<Value>: ~Copyable {
  @usableFromInline let pointer: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ initial: consuming Value) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: initial)
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  @inlinable
  package var value: Value {
    @inline(__always) _read { yield pointer.pointee }
    @inline(__always) nonmutating _modify { yield &pointer.pointee }
  }
}
