/// Files that hold no history that can be read, and what to choose instead.
enum OtherFile {
  /// "Trls" in the header of a database, where SQLite keeps whose file it is.
  private static let ownMark = Array("Trls".utf8)
  private static let ownMarkPlace = 68

  /// The first bytes of workbooks that Excel wrote before 2007 (Microsoft's MS-CFB, 2.2).
  private static let earlierWorkbook: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

  /// The files by which the archives of Excel and LibreOffice are known.
  private static let workbookParts: Set<String> = ["xl/workbook.xml", "content.xml"]

  private static let workbook =
    "this is a workbook of a spreadsheet program; save its table as CSV in UTF-8 and choose that "
    + "file"

  /// The first bytes of gzip (RFC 1952, 2.3.1), xz and 7z.
  private static let packed: [[UInt8]] = [
    [0x1F, 0x8B], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C],
  ]

  /// What the file is, as a sentence without its full stop; nil if it is not known.
  static func words(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: earlierWorkbook) { return workbook }
    if packed.contains(where: { bytes.starts(with: $0) }) {
      return "this file is packed; unpack it and choose the file in it"
    }
    if bytes.starts(with: Array("BEGIN:VCALENDAR".utf8)) {
      return "this is a calendar, which says little of the habits; choose a table or a complete "
        + "export"
    }
    guard bytes.starts(with: LoopDatabase.signature),
      bytes.dropFirst(ownMarkPlace).starts(with: ownMark)
    else { return nil }
    return "this is a backup of Trellis, which takes the place of all that is on a computer; bring "
      + "it back there with “trellis restore”, or on the page “Your data” with “Restore a copy or a "
      + "backup”"
  }

  /// The same for an archive with these files.
  static func words(archiveOf paths: [String]) -> String? {
    paths.contains(where: workbookParts.contains) ? workbook : nil
  }
}
