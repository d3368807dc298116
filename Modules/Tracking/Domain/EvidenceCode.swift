import TrackingContract

/// How columns and snapshots hold evidence: some bits, and the offset as a number of quarter hours.
///
/// All offsets in use are whole quarter hours, from −48 to 56.
enum EvidenceCode {
  private static let imported: UInt8 = 0b0000_1000
  private static let late: UInt8 = 0b0010_0000
  private static let claimed: UInt8 = 0b0100_0000
  private static let kept: UInt8 = 0b1000_0000
  /// All bits that a witnessed entry lacks.
  static let all = imported | late | claimed
  /// Stands for an offset that is not known.
  private static let unknown = Int8.min

  /// Whether the entry was imported as it stands, and not given back.
  static func isOfImport(_ flags: UInt8) -> Bool { flags & (imported | kept) == imported }

  static func flags(of evidence: Evidence) -> UInt8 {
    (evidence.isImported ? imported : 0) | (evidence.isLate ? late : 0)
      | (evidence.isClaimed ? claimed : 0) | (evidence.isKept ? kept : 0)
  }

  static func quarters(of evidence: Evidence) -> Int8 {
    evidence.offset.flatMap { Int8(exactly: $0 / 15) } ?? unknown
  }

  static func evidence(_ flags: UInt8, _ quarters: Int8) -> Evidence {
    Evidence(
      offset: quarters == unknown ? nil : Int(quarters) * 15,
      isImported: flags & imported != 0,
      isLate: flags & late != 0,
      isClaimed: flags & claimed != 0,
      isKept: flags & kept != 0
    )
  }
}
