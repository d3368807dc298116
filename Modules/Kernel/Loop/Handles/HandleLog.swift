import CUV
import Locks

/// Records the handles that a task opens until they are closed, to find leaks.
///
/// Several parts of a process open handles on the one loop at the same time, so the handles open
/// there cannot be attributed to one of them; a log sees only those opened while it is the current
/// one.
public final class HandleLog: Sendable {
  /// The log that records the handles of this task; nil in a program, where none does.
  @TaskLocal public static var current: HandleLog?

  /// Keyed by address, which is compared and never dereferenced.
  private let kinds = Locked<[UInt: String]>([:])

  /// Creates an empty log.
  public init() {}

  /// The kinds of the handles that are neither closed nor closing, such as `["timer"]`.
  public var open: [String] { kinds.withLock { $0.values.sorted() } }

  func opened(_ handle: UnsafeMutablePointer<uv_handle_t>) {
    let kind = uv_handle_type_name(handle.pointee.type).map { String(cString: $0) } ?? "unknown"
    kinds.withLock { $0[UInt(bitPattern: handle)] = kind }
  }

  func closed(_ handle: UnsafeMutablePointer<uv_handle_t>) {
    kinds.withLock { $0[UInt(bitPattern: handle)] = nil }
  }
}
