import CUV
import Synchronization

/// A libuv handle, from its start until libuv has released it.
///
/// libuv may use a handle's memory until it calls back from `uv_close`; so that memory, and the
/// object that its callbacks access, belong to libuv from the start and are freed only there.
final class Handle<Kind>: Sendable {
  private let address: Address
  private let isClosed = Atomic(false)

  /// Starts a handle.
  ///
  /// - Parameters:
  ///   - zero: an empty value of the C type.
  ///   - receiver: the object that the callbacks find in the handle's `data`.
  ///   - operation: what was attempted, for the error's message.
  ///   - open: calls the kind's `uv_..._init` and returns its code.
  @LoopActor
  init(
    _ zero: Kind,
    receiver: AnyObject,
    _ operation: @autoclosure () -> String,
    open: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutablePointer<Kind>) -> Int32
  ) throws(UVError) {
    let memory = UnsafeMutablePointer<Kind>.allocate(capacity: 1)
    memory.initialize(to: zero)
    let code = open(LoopActor.loop.handle.loop, memory)
    guard code >= 0 else {
      // libuv has not taken it over, so there is nothing to close.
      memory.deallocate()
      throw UVError(code: code, operation: operation())
    }
    address = Address(memory: UnsafeMutableRawPointer(memory), log: HandleLog.current)
    address.log?.opened(address.handle)
    address.handle.pointee.data = Unmanaged.passRetained(receiver).toOpaque()
  }

  deinit {
    guard !isClosed.load(ordering: .relaxed) else { return }
    LoopActor.loop.submit { [address] in address.close() }
  }

  /// The C structure; nil once closed.
  @LoopActor
  var pointer: UnsafeMutablePointer<Kind>? {
    guard !isClosed.load(ordering: .relaxed) else { return nil }
    return address.memory.assumingMemoryBound(to: Kind.self)
  }

  /// Calls `body` with the C structure, unless it is closed.
  @LoopActor
  func use(
    _ operation: @autoclosure () -> String,
    _ body: (UnsafeMutablePointer<Kind>) -> Int32
  ) throws(UVError) {
    guard let pointer else {
      throw UVError(code: UV_EBADF.rawValue, operation: operation())
    }
    try UVError.check(body(pointer), operation())
  }

  /// Closes the handle; none of its callbacks begins after this.
  ///
  /// Closing it again has no effect.
  @LoopActor
  func close() {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    address.close()
  }
}

/// The address of a handle.
private struct Address {
  let memory: UnsafeMutableRawPointer
  let log: HandleLog?

  /// Every libuv handle begins with the fields of `uv_handle_t`.
  var handle: UnsafeMutablePointer<uv_handle_t> {
    memory.assumingMemoryBound(to: uv_handle_t.self)
  }

  @LoopActor
  func close() {
    log?.closed(handle)
    uv_close(handle, handleClosed)
  }
}

// The pointer is a constant; its memory is used only on the loop (`pointer` and `close` are
// isolated to it), and stays valid until libuv's close callback, which follows the one call of
// `close`.
extension Address: @unchecked Sendable {}

private func handleClosed(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
  guard let handle else { return }
  let receiver = handle.pointee.data
  UnsafeMutableRawPointer(handle).deallocate()
  if let receiver { Unmanaged<AnyObject>.fromOpaque(receiver).release() }
}
