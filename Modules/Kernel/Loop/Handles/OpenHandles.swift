import CUV

extension Loop {
  /// The kinds of all handles that are neither closed nor closing, such as `["timer"]`.
  ///
  /// Empty when everybody has tidied up: the test for leaks.
  @LoopActor
  public var openHandles: [String] {
    let found = FoundHandles()
    uv_walk(handle.loop, handleFound, Unmanaged.passUnretained(found).toOpaque())
    // The loop's own two, of kinds that nobody else can make.
    return found.names.filter { $0 != "async" && $0 != "prepare" }.sorted()
  }
}

private final class FoundHandles {
  var names: [String] = []
}

private func handleFound(
  _ handle: UnsafeMutablePointer<uv_handle_t>?,
  _ found: UnsafeMutableRawPointer?
) {
  guard let handle, let found, uv_is_closing(handle) == 0 else { return }
  guard let name = uv_handle_type_name(handle.pointee.type) else { return }
  // The caller of `uv_walk`, which is synchronous, holds it.
  Unmanaged<FoundHandles>.fromOpaque(found).takeUnretainedValue().names
    .append(String(cString: name))
}
