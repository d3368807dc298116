/// The Swift side of a C callback with one argument.
final class Callback<Argument: Sendable>: Sendable {
  private let body: @LoopActor (Argument) -> Void

  init(_ body: @escaping @LoopActor (Argument) -> Void) { self.body = body }

  /// Calls the callback that a libuv handle holds in its `data`.
  ///
  /// The handle retains it until closed, so it stays alive during the call even if it closes the
  /// handle.
  static func call(_ data: UnsafeMutableRawPointer?, _ argument: Argument) {
    guard let data else { return }
    let callback = Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue()
    LoopActor.assumeIsolated { callback.body(argument) }
  }
}
