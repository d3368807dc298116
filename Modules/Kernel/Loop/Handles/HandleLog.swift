import CUV
import Locks

/// Notes the handles that a task opens, until they are closed: the check for leaks.
///
/// Several parts of a process open handles on the one loop at the same time, so what is open there
/// says nothing about one of them; a log sees only what is opened while it is the current one.
public final class HandleLog: Sendable {
  /// What notes the handles that this task opens; nil, as in a program: nothing does.
  @TaskLocal public static var current: HandleLog?

  /// By address, which is compared and never followed.
  private let kinds = Locked<[UInt: String]>([:])

  /// A log with nothing in it.
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
