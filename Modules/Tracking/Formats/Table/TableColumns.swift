/// The roles of a table's columns, as far as the person named them.
public struct TableColumns: Codable, Sendable, Equatable {
  /// The role of a column.
  public enum Role: String, Codable, Sendable, CaseIterable {
    /// The day.
    case date
    /// The title of the habit.
    case habit
    /// Whether the day was done, missed or skipped.
    case status
    /// The measured amount.
    case value
    case unit
    case note
  }

  /// How days such as 3/4/2026 are written.
  public enum DateOrder: String, Codable, Sendable, CaseIterable {
    case dayFirst = "day-first"
    case monthFirst = "month-first"
  }

  /// Stands for the title of the habits' column: each column without another role is a habit.
  public static let others = "*"

  /// The titles of columns by role: an empty one for none, and no entry to detect it.
  public var titles: [Role: String]
  /// Nil to detect it.
  public var dateOrder: DateOrder?

  public init(_ titles: [Role: String] = [:], dateOrder: DateOrder? = nil) {
    self.titles = titles
    self.dateOrder = dateOrder
  }

  private enum CodingKeys: CodingKey { case titles, dateOrder }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let names = try members.decode([String: String].self, forKey: .titles)
    titles = [:]
    for (name, title) in names {
      if let role = Role(rawValue: name) { titles[role] = title }
    }
    dateOrder = try members.decodeIfPresent(DateOrder.self, forKey: .dateOrder)
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    let names = titles.map { ($0.key.rawValue, $0.value) }
    try members.encode(Dictionary(names) { first, _ in first }, forKey: .titles)
    try members.encodeIfPresent(dateOrder, forKey: .dateOrder)
  }
}

/// What a table looks like, for the choice of its columns.
public struct TableOutline: Codable, Sendable, Equatable {
  /// The titles of its columns, shortened.
  public let titles: [String]
  /// The first rows, shortened.
  public let rows: [[String]]
  /// The columns as they are read if no others are named.
  public let columns: TableColumns

  public init(titles: [String], rows: [[String]], columns: TableColumns) {
    self.titles = titles
    self.rows = rows
    self.columns = columns
  }
}
