import FileSystem
import StoreTesting
import Testing

@Suite struct DiskFlushTests {
  @Test func `files and folders are flushed, also by the path of a file in them`() async throws {
    try await withFolder { folder in
      try AtomicFile.write([1], to: "\(folder)/file")
      try DiskFlush.file("\(folder)/file")
      try DiskFlush.folder(folder)
      try DiskFlush.folder(of: "\(folder)/none")
    }
  }

  @Test func `a file system that cannot flush folders is no reason to fail`() {
    #expect(throws: Never.self) { try DiskFlush.folder("/proc") }
  }

  @Test func `what is not there is an error`() async throws {
    try await withFolder { folder in
      #expect(throws: FileError.self) { try DiskFlush.file("\(folder)/none") }
      #expect(throws: FileError.self) { try DiskFlush.folder("\(folder)/none") }
    }
  }
}
