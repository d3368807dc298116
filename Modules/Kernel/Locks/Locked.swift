import Glibc

/// A value that is accessed only while its mutex is held.
///
/// A pthread mutex rather than `Synchronization.Mutex`: on Linux the latter collapses under
/// contention of several threads (swiftlang/swift#88440), and ThreadSanitizer does not recognize
/// its synchronization.
///
/// A function, or an optional one, is kept inside a structure: as `Value` itself the compiler wraps
/// it at each access to suit the generic type, and wraps the wrapper at the next.
public struct Locked<Value: ~Copyable>: ~Copyable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let value: UnsafeMutablePointer<Value>

  @inlinable
  public init(_ initial: consuming sending Value) {
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

  /// Calls `body` with exclusive access to the value.
  ///
  /// Other threads wait, so keep it short; calling this again from inside `body` deadlocks.
  @inlinable @inline(__always)
  public func withLock<T, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending T
  ) throws(E) -> sending T {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }

  /// Like ``withLock(_:)``, without the compiler's check that the value does not escape.
  ///
  /// For callers that prove by other means that what they store or return is not shared.
  @inlinable @inline(__always)
  public func withLockUnchecked<T>(_ body: (inout Value) throws -> T) rethrows -> T {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}

// The value is passed as `sending`, so it has no other references, and is accessed only through
// `withLock`, which holds the mutex for the whole access and lets nothing escape that still refers
// to it. Both pointers are constants that live exactly as long as this value.
extension Locked: @unchecked Sendable where Value: ~Copyable {}

/// A ``Locked`` value with several owners.
public final class SharedLocked<Value: ~Copyable>: Sendable {
  private let locked: Locked<Value>

  public init(_ initial: consuming sending Value) { locked = Locked(initial) }

  /// Calls `body` with exclusive access to the value; see ``Locked/withLock(_:)``.
  public func withLock<T, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending T
  ) throws(E) -> sending T {
    try locked.withLock(body)
  }
}
