import Glibc

/// Waits for a socket, for a limited time.
struct SocketWait {
  /// Milliseconds.
  let timeout: Int

  var deadline: Int64 { MonotonicClock.now + Int64(timeout) }

  /// Waits until one of the events occurs; false if none does before the deadline.
  func until(_ socket: Int32, _ events: Int32, _ deadline: Int64) -> Bool {
    var watched = pollfd(fd: socket, events: Int16(events), revents: 0)
    while true {
      let rest = deadline == .max ? -1 : max(deadline - MonotonicClock.now, 0)
      let count = poll(&watched, 1, Int32(clamping: rest))
      // A signal interrupted the wait: it starts again.
      if count < 0, errno == EINTR { continue }
      return count != 0
    }
  }

  /// Whether data, or the end of the connection, can be read without waiting.
  func isReadable(_ socket: Int32) -> Bool { until(socket, POLLIN, 0) }
}
