import Glibc

/// The open descriptors of this process.
enum Descriptors {
  /// Each descriptor with what it refers to, such as `7 socket:[4711]`.
  ///
  /// Empty unless `CHECK_DESCRIPTORS` is set: tests that run side by side see each other's. Left
  /// out are those that libuv, Dispatch and SwiftNIO keep for the process once they need them.
  static func checked() -> Set<String> {
    guard getenv("CHECK_DESCRIPTORS") != nil, let folder = opendir("/proc/self/fd") else {
      return []
    }
    defer { closedir(folder) }
    let own = String(dirfd(folder))
    var found: Set<String> = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != own, let target = target(of: name), !isKept(target) else { continue }
      found.insert("\(name) \(target)")
    }
    return found
  }

  private static func isKept(_ target: String) -> Bool {
    target.hasPrefix("anon_inode:") || target == "/dev/null"
  }

  private static func target(of name: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(name)", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
