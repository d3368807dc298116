import Core

/// Reads and checks a ``SpaceArchive`` in pages of facts, with verdicts as rows before them.
///
/// It needs as much memory as a page and the longest entry.
public struct ArchiveReader {
  private static let pageRows = 2000
  private static let pageBytes = 4 << 20

  /// Returns the next bytes of the document; none at its end.
  private let read: () throws -> ArraySlice<UInt8>
  private var scanner = ArchiveScanner()
  private var isAtEnd = false
  /// The number of entries that were read so far.
  public private(set) var entries = 0
  /// The name of the product in which the space was used, known at the end; nil in older archives.
  public private(set) var product: String?

  public init(_ read: @escaping () throws -> ArraySlice<UInt8>) { self.read = read }

  /// Reads all of an archive.
  ///
  /// - Returns: the number of entries, and the product if the archive names it.
  /// - Throws: a `DomainError` with what is wrong and where.
  public static func check(
    _ read: @escaping () throws -> ArraySlice<UInt8>
  ) throws -> (entries: Int, product: String?) {
    var reader = ArchiveReader(read)
    while try reader.next() != nil {}
    return (reader.entries, reader.product)
  }

  /// The next facts; nil at the end.
  ///
  /// - Throws: a `DomainError` with what is wrong and where.
  public mutating func next() throws -> [FactRecord]? {
    var facts: [FactRecord] = []
    var size = 0
    while !isAtEnd, facts.count < Self.pageRows, size < Self.pageBytes {
      for entry in try nextEntries() {
        entries += 1
        size += entry.count
        do {
          facts += try JSON.decode(ArchiveEntry.self, from: entry).rows
        } catch {
          let number = entries
          // What a newer version wrote differently is not damage; its version comes after the
          // entries.
          while !isAtEnd { _ = try nextEntries() }
          throw ArchiveReader.unreadable(error, "in entry \(number), ")
        }
      }
    }
    return facts.isEmpty ? nil : facts
  }

  private mutating func nextEntries() throws -> [[UInt8]] {
    let piece = try read()
    do throws(ArchiveScanner.Fault) {
      guard piece.isEmpty else { return try scanner.entries(in: piece) }
      try scanner.finish()
    } catch {
      throw ArchiveReader.unreadable(words(error))
    }
    isAtEnd = true
    try checkHeader()
    return []
  }

  private mutating func checkHeader() throws {
    let header: Header
    // Editors may put the mark before a file that they save.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let rest = scanner.rest.starts(with: mark) ? Array(scanner.rest.dropFirst(3)) : scanner.rest
    do {
      header = try JSON.decode(Header.self, from: rest)
    } catch {
      throw ArchiveReader.unreadable(error, "beside the entries, ")
    }
    guard header.format == SpaceArchive.format, header.version <= SpaceArchive.version else {
      throw DomainError(
        "archive-too-new",
        "This export was written by a newer version of Trellis. Nothing was imported: update first."
      )
    }
    product = header.product
    guard scanner.hasList else { throw ArchiveReader.unreadable("its list of entries is missing") }
  }

  /// The part of the document beside the entries.
  private struct Header: Decodable {
    let format: String
    let version: Int
    let product: String?
  }

  // MARK: Errors

  private func words(_ fault: ArchiveScanner.Fault) -> String {
    let place = scanner.count == 0 ? "" : " after entry \(scanner.count)"
    return switch fault {
    case .endsTooEarly: "it ends too early\(place)"
    case .commaWithoutEntry: "an entry is missing\(place)"
    case .closesTooMuch: "there is a bracket too many\(place)"
    case .secondList: "it has two lists of entries"
    case .tooMuchBesidesEntries: "it has too much beside its entries"
    }
  }

  private static func unreadable(_ error: any Error, _ place: String) -> any Error {
    guard let error = error as? DecodingError else { return error }
    switch error {
    case .keyNotFound(let key, let context):
      return unreadable("\(place)\(path(context))“\(key.stringValue)” is missing")
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return unreadable("\(place)\(path(context))a value of another kind is expected there")
    case .dataCorrupted(let context):
      return unreadable("\(place)\(path(context))\(context.debugDescription)")
    @unknown default: return unreadable("\(place)\(error)")
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { "element \($0 + 1)" } ?? $0.stringValue }
    return path.isEmpty ? "" : "at " + path.joined(separator: ", ") + ", "
  }

  private static func unreadable(_ words: String) -> DomainError {
    let sentence = words.hasSuffix(".") ? words : "\(words)."
    return DomainError(
      "archive-unreadable",
      "This is not a whole Trellis export: \(sentence) Nothing was imported."
    )
  }
}
