import Glibc

/// A value that is reached only while its mutex is held.
///
/// A pthread mutex rather than `Synchronization.Mutex`: on Linux the latter collapses when several
/// threads contend for it, and ThreadSanitizer does not see it synchronise.
@usableFromInline
package struct Locked<Value>: ~Copyable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let value: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ initial: consuming Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let code = pthread_mutex_init(mutex, nil)
    precondition(code == 0, "a mutex could not be made")
    value = .allocate(capacity: 1)
    value.initialize(to: initial)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Runs `body` alone with the value; keep it short, other threads wait for it.
  @inlinable @inline(__always)
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}

// The value is reachable through `withLock` alone, which holds the mutex for the whole access; both
// pointers are constants that live exactly as long as this value.
extension Locked: @unchecked Sendable {}
