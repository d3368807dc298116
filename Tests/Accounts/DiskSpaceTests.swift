import FileSystem
import StoreTesting
import Testing

@Suite struct DiskSpaceTests {
  @Test func `a file has a size, and its disk room for more`() async throws {
    try await withFolder { folder in
      try AtomicFile.write([1, 2, 3], to: "\(folder)/file")
      #expect(DiskSpace.size(of: "\(folder)/file") == 3)
      #expect(DiskSpace.size(of: "\(folder)/none") == 0)
      #expect(try #require(DiskSpace.free(at: folder)) > 0)
      #expect(DiskSpace.free(at: "\(folder)/none") == nil)
    }
  }

  @Test(
    arguments: [
      (.max, 4096, .max), (.max, 1, .max), (3, 512, 1536),
    ] as [(UInt64, UInt64, Int)]
  )
  func `a file system without a limit has as much room as there are numbers`(
    blocks: UInt64,
    size: UInt64,
    bytes: Int
  ) {
    #expect(DiskSpace.bytes(blocks, of: size) == bytes)
  }
}
