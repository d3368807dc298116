import CUV

/// Calls back on the loop after a delay, once or repeatedly, until closed or released.
@LoopActor
public final class LoopTimer {
  private let handle: Handle<uv_timer_t>

  /// Starts a timer.
  ///
  /// - Parameters:
  ///   - delay: milliseconds until the first call; 0 means the next turn of the loop.
  ///   - interval: milliseconds between further calls; 0 means there are none.
  /// - Throws: `UVError` if libuv has no memory for it.
  public init(
    after delay: UInt64,
    every interval: UInt64 = 0,
    _ body: @escaping @LoopActor () -> Void
  ) throws(UVError) {
    handle = try Handle(uv_timer_t(), receiver: Callback<Void> { body() }, "start a timer") {
      uv_timer_init($0, $1)
    }
    try restart(after: delay, every: interval)
  }

  /// Restarts the timer, whether it is waiting or has fired.
  public func restart(after delay: UInt64, every interval: UInt64 = 0) throws(UVError) {
    // Delays count from the loop's cached time, which does not advance during a turn.
    uv_update_time(LoopActor.loop.handle.loop)
    try handle.use("start a timer") { uv_timer_start($0, timerFired, delay, interval) }
  }

  /// Stops the timer; `restart` is possible.
  public func stop() {
    if let timer = handle.pointer { uv_timer_stop(timer) }
  }

  /// Closes the timer for good.
  public func close() { handle.close() }
}

private func timerFired(_ timer: UnsafeMutablePointer<uv_timer_t>?) {
  Callback<Void>.call(timer?.pointee.data, ())
}
