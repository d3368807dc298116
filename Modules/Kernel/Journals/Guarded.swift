import Glibc

/// A value that one thread at a time can reach.
///
/// Not `Synchronization.Mutex`: on Linux its slow path is invisible to ThreadSanitizer and it
/// collapses under contention (swiftlang/swift#88440).
///
/// `@unchecked Sendable`: the value comes in as `sending`, so nobody else refers to it, and is
/// touched only between lock and unlock, whose `body` can give back nothing that still refers
/// to it.
public final class Guarded<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  public init(_ value: consuming sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Waits until no other thread is inside; calling it again from inside `body` never returns.
  public func withLock<T, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending T
  ) throws(E) -> sending T {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
