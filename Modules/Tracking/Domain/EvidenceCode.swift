import TrackingContract

/// The smallest and the largest offset under which marks were made.
struct OffsetSpan: Sendable {
  private var least = UInt8.max
  private var greatest: UInt8 = 0

  /// Whether somebody may have travelled far enough to shorten a day.
  var isWide: Bool {
    least < greatest && Int(greatest - least) * 15 >= TravelDays.leastLoss
  }

  mutating func insert(code: UInt8) {
    guard code != EvidenceCode.unknown else { return }
    least = min(least, code)
    greatest = max(greatest, code)
  }
}

/// How columns and snapshots hold evidence: some bits, and the offset as a number of quarter hours.
///
/// All offsets in use are whole quarter hours, from −48 to 56, so that their code takes seven bits.
enum EvidenceCode {
  private static let imported: UInt8 = 0b0000_1000
  private static let late: UInt8 = 0b0010_0000
  private static let claimed: UInt8 = 0b0100_0000
  private static let kept: UInt8 = 0b1000_0000
  /// All bits that a witnessed entry lacks.
  static let all = imported | late | claimed
  /// Stands for an offset that is not known.
  fileprivate static let unknown: UInt8 = 0
  /// The code of UTC.
  private static let utc = 64

  /// Whether the entry was imported unchanged, and not restored.
  static func isOfImport(_ flags: UInt8) -> Bool { flags & (imported | kept) == imported }

  static func flags(of evidence: Evidence) -> UInt8 {
    (evidence.isImported ? imported : 0) | (evidence.isLate ? late : 0)
      | (evidence.isClaimed ? claimed : 0) | (evidence.isKept ? kept : 0)
  }

  /// Returns the code of an offset, 0 to 127.
  static func offset(of evidence: Evidence) -> UInt8 {
    let code = evidence.offset.map { $0 / 15 + utc } ?? 0
    return (1...127).contains(code) ? UInt8(code) : unknown
  }

  static func evidence(_ flags: UInt8, _ offset: UInt8) -> Evidence {
    Evidence(
      offset: offset == unknown ? nil : (Int(offset) - utc) * 15,
      isImported: flags & imported != 0,
      isLate: flags & late != 0,
      isClaimed: flags & claimed != 0,
      isKept: flags & kept != 0
    )
  }
}
