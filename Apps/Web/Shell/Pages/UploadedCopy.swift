import Core
import Glibc
import Pages

/// An uploaded file on disk, for readers that open files.
enum UploadedCopy {
  /// Writes the file into a new private folder, and removes both afterwards.
  ///
  /// - Throws: a ``DomainError`` if it cannot be written, or what `body` throws.
  static func use<T>(_ file: UploadedFile, _ body: (String) async throws -> T) async throws -> T {
    var template = Array("/tmp/trellis-import-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw unwritable }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = "\(folder)/\(safe(file.name))"
    defer {
      unlink(path)
      rmdir(folder)
    }
    guard let stream = fopen(path, "wxe") else { throw unwritable }
    let isWritten = fwrite(file.bytes, 1, file.bytes.count, stream) == file.bytes.count
    guard fclose(stream) == 0, isWritten else { throw unwritable }
    return try await body(path)
  }

  /// The name without characters that could lead to another folder; messages show it.
  private static func safe(_ name: String) -> String {
    let plain = name.unicodeScalars.filter { $0 != "/" && $0 != "\\" && $0.value >= 0x20 }
      .prefix(80)
    let text = String(String.UnicodeScalarView(plain))
    return text.isEmpty || text.allSatisfy { $0 == "." } ? "file" : text
  }

  private static var unwritable: DomainError {
    DomainError(
      "import-unwritable",
      "The file could not be put aside for reading (\(String(cString: strerror(errno)))). Nothing "
        + "was imported: free some space and try once more."
    )
  }
}
