import TrackingContract

/// Reads the files of other programs.
public enum ImportReader {
  /// Reads a file or folder whole, and checks everything, before anything is returned.
  ///
  /// - Parameters:
  ///   - path: the file or folder; nothing is changed or created there.
  ///   - format: the program that wrote it; nil to find out.
  /// - Throws: a sentence that names the file, the place in it and what is wrong.
  public static func read(
    path: String,
    format: ForeignFormat? = nil,
    limits: ImportLimits = ImportLimits()
  ) throws(FormatError) -> ImportedHistory {
    let source = try ForeignSource(ForeignFile(path), expected: format, limits: limits)
    if let format, format != source.format {
      throw FormatError(
        file: ForeignFile(path).name,
        problem: "this is a file of \(source.format.program), not of \(format.program)"
      )
    }
    return try source.read()
  }

  /// The program that wrote a file or folder, told from what is in it.
  ///
  /// - Throws: a sentence that says what it is instead, if that can be told.
  public static func detect(
    path: String,
    limits: ImportLimits = ImportLimits()
  ) throws(FormatError) -> ForeignFormat {
    try ForeignSource(ForeignFile(path), expected: nil, limits: limits).format
  }
}
