import CUV

/// Calls back on the loop when the process gets a signal, until closed or released.
///
/// Meanwhile the signal's default action, such as ending the process, is disabled.
@LoopActor
public final class LoopSignal {
  private let handle: Handle<uv_signal_t>

  /// Starts to listen.
  ///
  /// - Parameter number: the signal, such as `SIGTERM`.
  /// - Throws: `UVError` for a signal that cannot be caught.
  public init(_ number: Int32, _ body: @escaping @LoopActor () -> Void) throws(UVError) {
    handle = try Handle(uv_signal_t(), receiver: Callback<Void> { body() }, "listen for signals") {
      uv_signal_init($0, $1)
    }
    try handle.use("listen for signal \(number)") { uv_signal_start($0, signalCame, number) }
  }

  public func close() { handle.close() }
}

private func signalCame(_ signal: UnsafeMutablePointer<uv_signal_t>?, _: Int32) {
  Callback<Void>.call(signal?.pointee.data, ())
}
