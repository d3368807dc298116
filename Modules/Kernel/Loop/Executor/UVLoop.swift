import CUV

/// The `uv_loop_t` with its two permanent handles: one to wake it, one that runs before it sleeps.
///
/// They live as long as the process, like the loop.
struct UVLoop {
  let loop: UnsafeMutablePointer<uv_loop_t>
  private let prepare: UnsafeMutablePointer<uv_prepare_t>

  init() {
    loop = .allocate(capacity: 1)
    loop.initialize(to: uv_loop_t())
    prepare = .allocate(capacity: 1)
    prepare.initialize(to: uv_prepare_t())
    let code = uv_loop_init(loop)
    precondition(code == 0, "libuv could not make a loop")
    uv_prepare_init(loop, prepare)
  }

  /// Calls `callback` in every turn just before the loop would sleep.
  func beforeSleep(_ callback: uv_prepare_cb, _ data: UnsafeMutableRawPointer) {
    prepare.pointee.data = data
    uv_prepare_start(prepare, callback)
  }

  /// Runs the loop until the process ends.
  func run() { _ = uv_run(loop, UV_RUN_DEFAULT) }
}

// Both pointers are constants. Their memory is initialized before the loop's thread starts and then
// accessed only by that thread, or through the `LoopActor` that runs on it.
extension UVLoop: @unchecked Sendable {}

/// Wakes the loop from any thread.
struct WakeUp {
  private let async: UnsafeMutablePointer<uv_async_t>

  init(on loop: UVLoop) {
    async = .allocate(capacity: 1)
    async.initialize(to: uv_async_t())
    let code = uv_async_init(loop.loop, async, wokenUp)
    precondition(code == 0, "libuv could not make a wake-up")
  }

  func send() { uv_async_send(async) }
}

// The pointer is a constant, and `uv_async_send` is the one libuv function that any thread may
// call.
extension WakeUp: @unchecked Sendable {}

// Nothing to do: the inbox is emptied before the next sleep.
private func wokenUp(_: UnsafeMutablePointer<uv_async_t>?) {}
