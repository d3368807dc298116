/// Files by path, in a folder or an archive; nothing is ever unpacked to disk.
protocol FileTree {
  /// Paths relative to the tree's root, with components separated by `/`.
  var paths: [String] { get }
  func bytes(of path: String) throws(FormatError) -> [UInt8]
}

/// A folder and its immediate subfolders.
struct FolderTree: FileTree {
  let paths: [String]
  private let root: ImportFile
  private let limits: ImportLimits

  init(_ root: ImportFile, limits: ImportLimits) throws(FormatError) {
    self.root = root
    self.limits = limits
    var paths: [String] = []
    for name in try root.names(limit: limits.files) {
      let child = root.child(name)
      // A name that cannot be resolved, such as a dangling link, is ignored.
      guard (try? child.kind()) == .folder else {
        paths.append(name)
        continue
      }
      for inner in try child.names(limit: limits.files) { paths.append("\(name)/\(inner)") }
      guard paths.count <= limits.files else {
        throw root.error("this folder holds more than the \(limits.files) files that are read")
      }
    }
    self.paths = paths
  }

  func bytes(of path: String) throws(FormatError) -> [UInt8] {
    try root.child(path).bytes(limit: limits.fileBytes)
  }
}
