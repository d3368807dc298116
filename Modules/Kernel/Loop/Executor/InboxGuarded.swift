/// Storage of a queue that is guarded by the mutex of the loop's inbox.
///
/// So one lock covers both an event and its position in the order.
@usableFromInline
package struct InboxGuarded<Value>: ~Copyable {
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

  /// Accesses the value; holding the inbox `inout` proves that its mutex is held.
  @inlinable @inline(__always)
  package func modify<Result>(
    _ inbox: inout Inbox,
    _ body: (inout Value) -> Result
  ) -> Result {
    body(&storage.pointee)
  }
}

// After `init` the storage is accessed only through `modify`, whose callers hold an inbox `inout`;
// `Locked` provides it only while its mutex is held, and a process has one loop and one inbox.
extension InboxGuarded: @unchecked Sendable {}
