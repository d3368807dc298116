/// Separates the entries of a ``SpaceArchive`` from the rest of the document, a piece at a time.
///
/// It knows only as much JSON as this requires: the entries and the rest are parsed strictly by
/// their receivers.
struct ArchiveScanner {
  /// Why a document cannot be an archive.
  enum Fault: Error, Equatable {
    case endsTooEarly
    case commaWithoutEntry
    case closesTooMuch
    case secondList
    case tooMuchBesidesEntries
  }

  /// The place of the next byte.
  private enum Place { case outside, beforeFirst, inEntry, afterComma }

  /// No archive of this version or a later one has more bytes than this beside the entries.
  private static let longestRest = 1 << 20

  /// The document with an empty list in place of the entries.
  private(set) var rest: [UInt8] = []
  /// Whether the list of entries has been found.
  private(set) var hasList = false
  /// The number of entries that have ended.
  private(set) var count = 0
  private var entry: [UInt8] = []
  private var place = Place.outside
  /// The number of open lists and objects, within the entry or outside of the list.
  private var depth = 0
  private var isInText = false
  private var isEscaped = false

  /// Continues with the next bytes; returns the entries that end in them.
  mutating func entries(in piece: ArraySlice<UInt8>) throws(Fault) -> [[UInt8]] {
    var found: [[UInt8]] = []
    // The offset in this piece at which the current entry begins.
    var start = piece.startIndex
    for index in piece.indices {
      let byte = piece[index]
      let wasInEntry = place == .inEntry
      if isInText {
        if !wasInEntry { try keep(byte) }
        passText(byte)
      } else if place == .outside {
        try passOutside(byte)
      } else if try passList(byte) {
        found.append(entry + piece[start..<index])
        entry = []
        count += 1
      }
      if !wasInEntry, place == .inEntry { start = index }
    }
    if place == .inEntry { entry += piece[start...] }
    return found
  }

  /// - Throws: ``Fault/endsTooEarly`` unless the document is complete.
  func finish() throws(Fault) {
    guard place == .outside, depth == 0, !isInText, !rest.isEmpty else { throw .endsTooEarly }
  }

  private mutating func passText(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInText = false
    }
  }

  private mutating func passOutside(_ byte: UInt8) throws(Fault) {
    let beginsList = byte == UInt8(ascii: "[") && depth == 1 && isAfterName
    try keep(byte)
    if beginsList {
      guard !hasList else { throw .secondList }
      hasList = true
      (place, depth) = (.beforeFirst, 0)
    } else {
      try measure(byte)
    }
  }

  /// Returns whether the entry ended before this byte.
  private mutating func passList(_ byte: UInt8) throws(Fault) -> Bool {
    if place == .inEntry {
      let ends = depth == 0 && (byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]"))
      guard ends else {
        try measure(byte)
        return false
      }
      try leaveEntry(byte)
      return true
    }
    if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { return false }
    if byte == UInt8(ascii: "]"), place == .beforeFirst {
      try leaveEntry(byte)
      return false
    }
    guard byte != UInt8(ascii: "]"), byte != UInt8(ascii: ",") else { throw .commaWithoutEntry }
    place = .inEntry
    try measure(byte)
    return false
  }

  private mutating func leaveEntry(_ byte: UInt8) throws(Fault) {
    place = byte == UInt8(ascii: ",") ? .afterComma : .outside
    guard place == .outside else { return }
    depth = 1
    try keep(byte)
  }

  private mutating func measure(_ byte: UInt8) throws(Fault) {
    switch byte {
    case UInt8(ascii: "\""): isInText = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      guard depth > 0 else { throw .closesTooMuch }
      depth -= 1
    default: break
    }
  }

  private mutating func keep(_ byte: UInt8) throws(Fault) {
    guard rest.count < Self.longestRest else { throw .tooMuchBesidesEntries }
    rest.append(byte)
  }

  /// Whether the name of the list and a colon were just read.
  private var isAfterName: Bool {
    let name = Array("\"\(SpaceArchive.list)\"".utf8)
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    let read = rest.reversed().drop(while: isSpace)
    guard read.first == UInt8(ascii: ":") else { return false }
    let before = read.dropFirst().drop(while: isSpace)
    // After a backslash, the first quote would be part of a longer name.
    return before.starts(with: name.reversed())
      && before.dropFirst(name.count).first != UInt8(ascii: "\\")
  }
}
