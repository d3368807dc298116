import Core
import TrackingContract
import TrackingFormats

/// Decodes the files of other programs.
///
/// Programs that hold a person's data decode such files in a separate process: a hostile file may
/// use more memory and time than its size suggests.
public protocol HistoryDecoder: Sendable {
  /// - Parameters:
  ///   - format: the program that wrote the file; nil to detect it.
  ///   - columns: the roles of a table's columns, as far as the person named them.
  ///   - zone: the person's zone, for files that have moments instead of days.
  /// - Throws: a `FormatError` or `DomainError` that describes the problem and its place.
  func history(
    at path: String,
    format: ImportFormat?,
    columns: TableColumns?,
    zone: Zone?
  ) async throws -> ImportedHistory

  /// Describes the table in a file; nil if it is not a table.
  ///
  /// - Throws: as ``history(at:format:columns:zone:)`` does.
  func outline(at path: String) async throws -> TableOutline?
}

/// Decodes in the calling process.
public struct DirectHistoryDecoder: HistoryDecoder {
  public init() {}

  public func history(
    at path: String,
    format: ImportFormat?,
    columns: TableColumns?,
    zone: Zone?
  ) async throws -> ImportedHistory {
    try ImportReader.read(path: path, format: format, columns: columns, zone: zone)
  }

  public func outline(at path: String) async throws -> TableOutline? {
    try ImportReader.outline(path: path)
  }
}

/// The decoder that imports use.
public enum HistoryDecoding {
  @TaskLocal public static var decoder: any HistoryDecoder = DirectHistoryDecoder()
}
