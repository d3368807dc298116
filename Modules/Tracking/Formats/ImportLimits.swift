/// Limits on what is read from a foreign file: generous for real files, finite for hostile ones.
public struct ImportLimits: Sendable {
  /// The maximum size of one file on disk, in bytes.
  public var fileBytes: Int
  /// The maximum size of the unpacked contents of an archive, in bytes.
  public var unpackedBytes: Int
  /// The maximum number of files in an archive or folder.
  public var files: Int
  public var habits: Int
  /// The maximum number of entries over all habits.
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
