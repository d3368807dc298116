import CUV

/// Calls back when a file, or something in a folder, changes, until closed or released.
///
/// Several changes may arrive as one call or as several: read the file to see its current state. A
/// file that is replaced is no longer watched; watch its folder to see replacements.
@LoopActor
public final class FileWatcher {
  /// A change as the system reports it.
  public struct Change: Sendable, Equatable {
    /// The name within the watched folder, or the file's own; the system does not always report it.
    public let name: String?
    /// True when something was created, removed or renamed; false when contents changed.
    public let isRename: Bool

    public init(name: String?, isRename: Bool) {
      self.name = name
      self.isRename = isRename
    }
  }

  private let handle: Handle<uv_fs_event_t>

  /// Starts to watch.
  ///
  /// - Throws: `UVError` if there is nothing at `path`, or the system's watches are used up.
  public init(
    _ path: String,
    _ body: @escaping @LoopActor (Change) -> Void
  ) throws(UVError) {
    handle = try Handle(uv_fs_event_t(), receiver: Callback(body), "watch \(path)") {
      uv_fs_event_init($0, $1)
    }
    try handle.use("watch \(path)") { uv_fs_event_start($0, fileChanged, path, 0) }
  }

  public func close() { handle.close() }
}

private func fileChanged(
  _ watcher: UnsafeMutablePointer<uv_fs_event_t>?,
  _ name: UnsafePointer<CChar>?,
  _ events: Int32,
  _ status: Int32
) {
  guard status >= 0 else { return }
  let change = FileWatcher.Change(
    name: name.map { String(cString: $0) },
    isRename: UInt32(bitPattern: events) & UV_RENAME.rawValue != 0
  )
  Callback<FileWatcher.Change>.call(watcher?.pointee.data, change)
}
