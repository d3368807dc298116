import Core
import TrackingContract

/// Reads the files of other programs.
public enum ImportReader {
  /// Reads and validates a whole file or folder before returning anything.
  ///
  /// - Parameters:
  ///   - path: the file or folder; nothing is changed or created there.
  ///   - format: the program that wrote it; nil to detect it.
  ///   - columns: the roles of a table's columns, as far as the person named them.
  ///   - zone: the person's zone, for files that have moments instead of days; nil if unknown.
  /// - Throws: a ``FormatError`` that names the file, the place in it and the problem.
  public static func read(
    path: String,
    format: ImportFormat? = nil,
    columns: TableColumns? = nil,
    zone: Zone? = nil,
    limits: ImportLimits = ImportLimits()
  ) throws(FormatError) -> ImportedHistory {
    let source = try DetectedSource(ImportFile(path), expected: format, limits: limits)
    if let format, format != source.format {
      throw FormatError(
        file: ImportFile(path).name,
        problem: "this is a file of \(source.format.program), not of \(format.program)"
      )
    }
    guard columns == nil || source.format == .csv else {
      throw FormatError(
        file: ImportFile(path).name,
        problem: "this is a file of \(source.format.program), whose columns need no names"
      )
    }
    return try source.read(columns ?? TableColumns(), zone: zone)
  }

  /// Describes the table in a file, for the choice of its columns; nil if it is not a table.
  ///
  /// - Throws: a ``FormatError`` as ``read(path:format:columns:zone:limits:)`` does.
  public static func outline(
    path: String,
    limits: ImportLimits = ImportLimits()
  ) throws(FormatError) -> TableOutline? {
    try DetectedSource(ImportFile(path), expected: nil, limits: limits).outline
  }

  /// Detects the program that wrote a file or folder from its contents.
  ///
  /// - Throws: a ``FormatError`` that describes what the contents are instead, if that is known.
  public static func detect(
    path: String,
    limits: ImportLimits = ImportLimits()
  ) throws(FormatError) -> ImportFormat {
    try DetectedSource(ImportFile(path), expected: nil, limits: limits).format
  }
}
