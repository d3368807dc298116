import FileSystem
import Testing

@Suite struct ByteCountTests {
  @Test(
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (1024, "1 kB"), (1500, "1.5 kB"),
      (131_072, "128 kB"), (1_048_063, "1023 kB"), (1_048_064, "1 MB"), (32 << 20, "32 MB"),
      (10_433_331, "9.9 MB"), (10_433_332, "10 MB"), (54_000_000_000, "50 GB"), (.max, "8 EB"),
    ] as [(Int, String)]
  )
  func `a number of bytes has two digits or is whole`(bytes: Int, words: String) {
    #expect(ByteCount(bytes).words == words)
  }

  @Test func `a limit below a megabyte is not told as none`() {
    #expect("\(FileContents.Failure.tooLong(limit: 64 << 10))".contains("the 64 kB that are read"))
  }
}
