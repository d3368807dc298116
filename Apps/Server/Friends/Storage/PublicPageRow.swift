import Core
import ServerStorage

extension PublicPage {
  private static let columns = """
    id, code, account, name, at, product, subject, title, level, unit, day, done, later
    """

  private init(_ row: any StoreRow) throws {
    self.init(
      id: try row.id(0),
      code: try row.id(1),
      account: try row.id(2),
      achievement: try Achievement(row, at: 5),
      name: row.isNull(3) ? nil : row.text(3),
      madeAt: row.instant(4)
    )
  }

  /// Found by the hash of the code, so that a lookup takes no longer for a nearly correct one.
  static func find(_ code: PublicPageCode, in database: any StoreConnection) throws -> PublicPage? {
    try database.first(
      "SELECT \(columns) FROM public_pages WHERE code_hash = ?",
      .blob(hash(code)),
      read: { try PublicPage($0) }
    )
  }

  static func all(of account: AccountID, in database: any StoreConnection) throws -> [PublicPage] {
    try database.all(
      "SELECT \(columns) FROM public_pages WHERE account = ? ORDER BY at DESC, id DESC",
      .id(account),
      read: { try PublicPage($0) }
    )
  }

  /// Returns the page that shows the same milestone in the same words.
  func twin(_ milestone: [UInt8], in database: any StoreConnection) throws -> PublicPage? {
    try database.first(
      """
      SELECT \(PublicPage.columns) FROM public_pages
      WHERE account = ? AND milestone = ? AND name IS NOT DISTINCT FROM ?
        AND title IS NOT DISTINCT FROM ?
      """,
      .id(account),
      .blob(milestone),
      name.map { .text($0) } ?? .null,
      achievement.title.map { .text($0) } ?? .null,
      read: { try PublicPage($0) }
    )
  }

  func insert(_ milestone: [UInt8], in database: any StoreConnection) throws {
    try database.run(
      """
      INSERT INTO public_pages(id, code, code_hash, account, milestone, name, at, product, subject,
        title, level, unit, day, done, later)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .id(id),
      .id(code),
      .blob(PublicPage.hash(code)),
      .id(account),
      .blob(milestone),
      name.map { .text($0) } ?? .null,
      .at(madeAt),
      .text(achievement.product),
      .text(achievement.subject.rawValue),
      achievement.title.map { .text($0) } ?? .null,
      .integer(achievement.level),
      .text(achievement.unit),
      .integer(achievement.day.number),
      .integer(achievement.done),
      .integer(achievement.later)
    )
  }

  private static func hash(_ code: PublicPageCode) -> [UInt8] { Secret.hash("\(code)") }

  /// Counts another page that an account creates on this day, by UTC.
  ///
  /// - Returns: false if the limit `most` was reached already.
  static func countOne(
    of account: AccountID,
    most: Int,
    at now: Instant,
    in database: any StoreConnection
  ) throws -> Bool {
    try database.run(
      """
      INSERT INTO page_counters(account, day, made) VALUES (?1, ?2, 1)
      ON CONFLICT(account) DO UPDATE
      SET made = CASE WHEN page_counters.day = excluded.day THEN page_counters.made + 1 ELSE 1 END,
        day = excluded.day
      WHERE page_counters.day <> excluded.day OR page_counters.made < ?3
      """,
      .id(account),
      .integer(Day(at: now, minutesEast: 0).number),
      .integer(most)
    ) > 0
  }
}
