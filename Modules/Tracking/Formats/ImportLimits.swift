/// How much a foreign file may make us read; generous for real files, and a bound for hostile ones.
public struct ImportLimits: Sendable {
  /// Bytes of one file on disk.
  public var fileBytes: Int
  /// Bytes of everything in an archive, unpacked.
  public var unpackedBytes: Int
  /// Files in an archive or folder.
  public var files: Int
  public var habits: Int
  /// Entries over all habits.
  public var entries: Int

  public init(
    fileBytes: Int = 256 << 20,
    unpackedBytes: Int = 256 << 20,
    files: Int = 20_000,
    habits: Int = 5_000,
    entries: Int = 5_000_000
  ) {
    self.fileBytes = fileBytes
    self.unpackedBytes = unpackedBytes
    self.files = files
    self.habits = habits
    self.entries = entries
  }
}
