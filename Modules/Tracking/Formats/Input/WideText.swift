/// Text in UTF-16, as spreadsheets write it if asked for “Unicode text”.
enum WideText {
  /// Returns the text in UTF-8, or the same bytes if they do not begin with a mark of UTF-16.
  ///
  /// - Throws: a ``FormatError`` if they do and are not text in it.
  static func narrowed(_ bytes: [UInt8], name: String) throws(FormatError) -> [UInt8] {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).lazy.map { place -> UInt16 in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isLittle ? first | second << 8 : first << 8 | second
    }
    guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self)
    else {
      throw FormatError(
        file: name,
        problem: "this begins as text in UTF-16 and does not go on as such; it was probably not "
          + "copied completely"
      )
    }
    return Array(text.utf8)
  }
}
