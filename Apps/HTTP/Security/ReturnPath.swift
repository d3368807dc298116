/// Paths to return to after a form.
package enum ReturnPath {
  /// `path` if it stays on this site, else the first page.
  ///
  /// A browser reads `//name` and `/\name` as URLs of other sites.
  package static func destination(_ path: String?) -> String {
    guard let path, path.utf8.count <= 2048, path.hasPrefix("/") else { return "/" }
    let second = path.dropFirst().first
    guard second != "/", second != "\\" else { return "/" }
    guard path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
      return "/"
    }
    return path
  }
}
