import CUV

/// Calls back when another library's descriptor can be read or written, until closed or released.
///
/// The descriptor still belongs to its owner, who must close this before the descriptor.
@LoopActor
public final class LoopPoll {
  /// What a descriptor is ready for.
  public struct Readiness: OptionSet, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let readable = Self(rawValue: Int32(UV_READABLE.rawValue))
    public static let writable = Self(rawValue: Int32(UV_WRITABLE.rawValue))
  }

  private let handle: Handle<uv_poll_t>

  /// Starts to watch a descriptor.
  ///
  /// - Parameters:
  ///   - body: called in every turn while the descriptor is ready.
  /// - Throws: `UVError` for a descriptor that cannot be polled, such as one of a plain file.
  public init(
    _ descriptor: Int32,
    for readiness: Readiness,
    _ body: @escaping @LoopActor (Result<Readiness, UVError>) -> Void
  ) throws(UVError) {
    handle = try Handle(uv_poll_t(), receiver: Callback(body), "watch descriptor \(descriptor)") {
      uv_poll_init($0, $1, descriptor)
    }
    try watch(for: readiness)
  }

  /// Watches for another kind of readiness; an empty one stops watching.
  public func watch(for readiness: Readiness) throws(UVError) {
    try handle.use("watch a descriptor") {
      readiness.isEmpty ? uv_poll_stop($0) : uv_poll_start($0, readiness.rawValue, descriptorReady)
    }
  }

  public func close() { handle.close() }
}

private func descriptorReady(
  _ poll: UnsafeMutablePointer<uv_poll_t>?,
  _ status: Int32,
  _ events: Int32
) {
  let result: Result<LoopPoll.Readiness, UVError> =
    status < 0
    ? .failure(UVError(code: status, operation: "watch a descriptor"))
    : .success(LoopPoll.Readiness(rawValue: events))
  Callback<Result<LoopPoll.Readiness, UVError>>.call(poll?.pointee.data, result)
}
