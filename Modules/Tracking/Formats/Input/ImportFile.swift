import FileSystem
import Glibc

/// A file or folder that the user chose, read without changing anything beside it.
struct ImportFile: Sendable {
  enum Kind: Sendable {
    case file
    case folder
  }

  let path: String

  init(_ path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  /// The last component of the path.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The parent folder.
  var folder: ImportFile {
    ImportFile(PathParts(path).folder)
  }

  func child(_ name: String) -> ImportFile {
    ImportFile(path == "/" ? "/\(name)" : "\(path)/\(name)")
  }

  func error(_ problem: String, at place: String? = nil) -> FormatError {
    FormatError(file: name, place: place, problem: problem)
  }

  /// Returns what kind of file is at the path.
  ///
  /// Throws for devices, pipes and sockets, because reading one may never end.
  func kind() throws(FormatError) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { throw error(ImportFile.words(errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: throw error("this is neither a file nor a folder")
    }
  }

  var isFile: Bool { (try? kind()) == .file }

  /// Returns the contents of the file; throws if it is longer than `limit` bytes.
  func bytes(limit: Int) throws(FormatError) -> [UInt8] {
    guard try kind() == .file else { throw error("this is a folder, not a file") }
    do throws(FileContents.Failure) {
      return try FileContents.read(path, limit: limit, allowsPipes: false)
    } catch .system(let failure) {
      throw error(ImportFile.words(failure.code))
    } catch {
      throw self.error("\(error)")
    }
  }

  /// Returns the names in a folder, in byte order.
  func names(limit: Int) throws(FormatError) -> [String] {
    let names: [String]
    do throws(FileError) {
      names = try FolderListing.names(in: path, limit: limit + 1)
    } catch { throw self.error(ImportFile.words(error.code)) }
    guard names.count <= limit else {
      throw error("this folder holds more than the \(limit) files that are read")
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func words(_ code: Int32) -> String {
    switch code {
    case ENOENT, ENOTDIR: "there is no such file or folder"
    case EACCES, EPERM: "you are not allowed to read it"
    default: "it cannot be read (\(String(cString: strerror(code))))"
    }
  }
}
