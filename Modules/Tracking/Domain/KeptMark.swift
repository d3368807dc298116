import Core
import TrackingContract

/// The mark of a day as a fact set it, even if it was replaced later.
struct KeptMark: Sendable, Equatable {
  let mark: Mark
  /// The value that the fact's device saw afterwards.
  let value: Amount?
  let at: Instant?
  let evidence: Evidence

  /// Returns the entry with this mark and a note.
  func entry(note: String) -> Entry { Entry(mark: mark, value: value, note: note, at: at) }

  /// Whether the entry of a day has this mark and value, whenever it was made.
  func marks(theSameAs entry: Entry) -> Bool { mark == entry.mark && value == entry.value }
}

extension KeptMark {
  init(_ entry: Entry, _ evidence: Evidence) {
    self.init(mark: entry.mark, value: entry.value, at: entry.at, evidence: evidence)
  }

  func write(to writer: inout ByteWriter) {
    writer.write(mark.code)
    writer.write(EvidenceCode.flags(of: evidence))
    writer.write(EvidenceCode.offset(of: evidence))
    writer.write(value) { $0.write($1.thousandths) }
    writer.write(at) { $0.write($1.milliseconds) }
  }

  init(from reader: inout ByteReader) throws {
    mark = Mark(code: try reader.read(UInt8.self))
    let flags = try reader.read(UInt8.self)
    evidence = EvidenceCode.evidence(flags, try reader.read(UInt8.self))
    value = try reader.readOptional { Amount(thousandths: try $0.read()) }
    at = try reader.readOptional { Instant(milliseconds: try $0.read()) }
  }
}

extension Mark {
  /// The code of the mark in a column; existing codes never change.
  var code: UInt8 {
    switch self {
    case .open: 0
    case .done: 1
    case .missed: 2
    case .skipped: 3
    case .automatic: 4
    }
  }

  init(code: UInt8) {
    switch code {
    case 1: self = .done
    case 2: self = .missed
    case 3: self = .skipped
    case 4: self = .automatic
    default: self = .open
    }
  }
}
