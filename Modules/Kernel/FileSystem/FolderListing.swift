import Glibc

/// Lists what is in a folder.
public enum FolderListing {
  /// The names in a folder, in no particular order, without `.` and `..`.
  ///
  /// - Parameter limit: the number of names after which the rest is not read.
  /// - Throws: a ``FileError`` when the folder cannot be opened, or not read to its end.
  public static func names(in folder: String, limit: Int = .max) throws(FileError) -> [String] {
    guard let listing = opendir(folder) else { throw FileError(code: errno) }
    defer { closedir(listing) }
    var names: [String] = []
    while names.count < limit {
      // Nothing else tells an error from the end: a backup must not take a part for the whole.
      errno = 0
      guard let entry = readdir(listing) else {
        guard errno == 0 else { throw FileError(code: errno) }
        break
      }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
