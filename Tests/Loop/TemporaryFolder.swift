import Glibc

/// A folder that is removed with this object.
final class TemporaryFolder: Sendable {
  struct NotMade: Error {}

  let path: String

  init() throws {
    var template = Array("/tmp/trellis-loop-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw NotMade() }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        unlink("\(path)/\(name)")
      }
      closedir(folder)
    }
    rmdir(path)
  }

  func write(_ text: String, to name: String) throws {
    guard let file = fopen("\(path)/\(name)", "w") else { throw NotMade() }
    fputs(text, file)
    fclose(file)
  }
}
