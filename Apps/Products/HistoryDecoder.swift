import TrackingContract
import TrackingFormats

/// Decodes the files of other programs.
///
/// Programs that hold a person's data decode such files in a process of its own: a hostile file may
/// cost more memory and time than can be foreseen from its size.
public protocol HistoryDecoder: Sendable {
  /// - Parameter format: the program that wrote the file; nil to detect it.
  /// - Throws: a `FormatError` or `DomainError` that says what is wrong and where.
  func history(at path: String, format: ImportFormat?) async throws -> ImportedHistory
}

/// Decodes in the calling process.
public struct DirectHistoryDecoder: HistoryDecoder {
  public init() {}

  public func history(at path: String, format: ImportFormat?) async throws -> ImportedHistory {
    try ImportReader.read(path: path, format: format)
  }
}

/// The decoder that imports use.
public enum HistoryDecoding {
  @TaskLocal public static var decoder: any HistoryDecoder = DirectHistoryDecoder()
}
