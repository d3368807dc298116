import FileSystem
import StoreTesting
import Testing

@Suite struct LineLogTests {
  private func lines(of log: LineLog) throws -> [String] {
    var lines: [String] = []
    try log.read { line in
      lines.append(String(decoding: line, as: UTF8.self))
      return true
    }
    return lines
  }

  @Test func `lines are read in the order in which they were added`() async throws {
    try await withFolder { folder in
      let log = LineLog("\(folder)/log")
      #expect(try lines(of: log) == [])
      // Longer than the pieces that are read, and cut by their ends.
      let long = String(repeating: "é", count: 50_000)
      for line in ["a", long, "b"] { try log.append([Array(line.utf8)]) }
      try log.append(["c", "d"].map { Array($0.utf8) })
      #expect(try lines(of: log) == ["a", long, "b", "c", "d"])
      var first: [String] = []
      try log.read { line in
        first.append(String(decoding: line, as: UTF8.self))
        return false
      }
      #expect(first == ["a"])
    }
  }

  @Test func `a line that a crash cut off is one of its own`() async throws {
    try await withFolder { folder in
      let log = LineLog("\(folder)/log")
      try AtomicFile.write(Array("whole\nhal".utf8), to: log.path)
      #expect(try lines(of: log) == ["whole", "hal"])
      try log.append([Array("next".utf8)])
      #expect(try lines(of: log) == ["whole", "hal", "next"])
    }
  }

  @Test func `a folder is no log`() async throws {
    try await withFolder { folder in
      #expect(throws: FileContents.Failure.noFile) { try LineLog(folder).read { _ in true } }
      #expect(throws: FileError.self) { try LineLog(folder).append([[1]]) }
    }
  }
}
