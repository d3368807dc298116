import FileSystem

/// A library in the system's format, 64-bit ELF, of which only the requested parts are read.
struct LibraryFile {
  /// The positions of its constants: its sections called `.rodata`.
  let constants: [Range<Int>]
  private let file: FileReader

  /// From elf(5), for 64 bits.
  private enum Layout {
    static let magic = [0x7F] + Array("ELF".utf8)
    static let headerSize = 64
    /// The class and the byte order: 64 bits, little-endian.
    static let kind: [UInt8] = [2, 1]
    static let sectionsPlace = 0x28
    static let sectionSize = 0x3A
    static let sectionCount = 0x3C
    static let nameSection = 0x3E
    static let entrySize = 64
    /// The type of a section that has contents in the file.
    static let contents = 1
    static let constantsName = Array(".rodata".utf8)
  }

  /// - Returns: nil for a file that is not a library.
  /// - Throws: why it cannot be read.
  init?(_ path: String) throws(FileContents.Failure) {
    file = try FileReader(path, allowsPipes: false)
    let header = file.bytes(at: 0, count: Layout.headerSize)
    guard header.count == Layout.headerSize, header.starts(with: Layout.magic),
      Array(header[4..<6]) == Layout.kind
    else { return nil }
    constants = LibraryFile.constants(file, header)
  }

  func bytes(at place: Int, count: Int) -> [UInt8] { file.bytes(at: place, count: count) }

  private static func constants(_ file: FileReader, _ header: [UInt8]) -> [Range<Int>] {
    let place = number(header, at: Layout.sectionsPlace, size: 8)
    let size = number(header, at: Layout.sectionSize, size: 2)
    let count = number(header, at: Layout.sectionCount, size: 2)
    guard size == Layout.entrySize, place > 0, place <= file.size else { return [] }
    let table = file.bytes(at: place, count: count * size)
    let sections = stride(from: 0, to: table.count - size + 1, by: size).map {
      Array(table[$0..<($0 + size)])
    }
    let named = number(header, at: Layout.nameSection, size: 2)
    guard sections.indices.contains(named),
      let names = range(of: sections[named], within: file.size)
    else { return [] }
    return sections.compactMap { section in
      let isMeant =
        number(section, at: 4, size: 4) == Layout.contents
        && isOfConstants(section, names, file)
      return isMeant ? range(of: section, within: file.size) : nil
    }
  }

  private static func isOfConstants(
    _ section: [UInt8],
    _ names: Range<Int>,
    _ file: FileReader
  ) -> Bool {
    let start = number(section, at: 0, size: 4)
    guard start < names.count else { return false }
    let name = file.bytes(at: names.lowerBound + start, count: Layout.constantsName.count + 1)
    return name == Layout.constantsName + [0]
  }

  /// The position of a section; nil for one that the file does not contain.
  private static func range(of section: [UInt8], within size: Int) -> Range<Int>? {
    let (start, count) = (number(section, at: 0x18, size: 8), number(section, at: 0x20, size: 8))
    guard start <= size, count <= size - start else { return nil }
    return start..<(start + count)
  }

  /// A number in the file's byte order; the maximum if it exceeds any position in a file.
  private static func number(_ bytes: [UInt8], at place: Int, size: Int) -> Int {
    let value = bytes[place..<(place + size)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(clamping: value)
  }
}
