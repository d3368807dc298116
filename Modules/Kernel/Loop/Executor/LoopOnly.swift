/// Storage that only code on the loop can access.
///
/// A stored property of a class costs an exclusivity check at each access from inlined code, which
/// is most of the time of delivering an event; behind a pointer there is none. Therefore no caller
/// may call foreign code while it holds the value `inout`.
@usableFromInline
package struct LoopOnly<Value>: ~Copyable {
  @usableFromInline let storage: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ initial: consuming Value) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: initial)
  }

  deinit {
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  @LoopActor @inlinable
  package var value: Value {
    @inline(__always) _read { yield storage.pointee }
    @inline(__always) nonmutating _modify { yield &storage.pointee }
  }
}

// After `init` the storage is accessed only through `value`, and the compiler proves of every use
// of `value` that it is on the loop's thread. `deinit` runs when no reference is left.
extension LoopOnly: @unchecked Sendable {}
