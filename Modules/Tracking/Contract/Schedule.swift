import Core

/// When a habit is due: on which days, or how often.
public enum Schedule: Sendable, Hashable {
  case daily
  /// On the given weekdays.
  case weekdays(Set<Weekday>)
  /// `days` days after it was last done; due from the day of creation on; at least 2.
  case every(days: Int)
  /// A number of days in each period.
  case times(Int, per: Period)

  /// The period over which a quota is counted.
  public enum Period: Sendable, Hashable {
    /// Calendar weeks, starting on the user's first day of the week.
    case week
    /// Calendar months.
    case month
    /// Any window of `days` consecutive days, like "3 in 7" in Loop.
    case rolling(days: Int)
  }
}

extension Schedule: LosslessStringConvertible {
  /// Parses `daily`, `weekly`, `monthly`, `3/week`, `2/month`, `3/7days`, `every:3`, `mon,wed,fri`.
  public init?(_ text: String) {
    let text = text.lowercased()
    switch text {
    case "daily": self = .daily
    case "weekly": self = .times(1, per: .week)
    case "monthly": self = .times(1, per: .month)
    default:
      guard let parsed = Schedule.cadence(text) ?? Schedule.quota(text) ?? Schedule.days(text)
      else { return nil }
      self = parsed
    }
  }

  private static func cadence(_ text: String) -> Schedule? {
    guard text.hasPrefix("every:"), let days = Int(text.dropFirst(6)) else { return nil }
    guard (1...3650).contains(days) else { return nil }
    return days == 1 ? .daily : .every(days: days)
  }

  private static func quota(_ text: String) -> Schedule? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let times = Int(parts[0]), times >= 1 else { return nil }
    switch parts[1] {
    case "week" where times <= 7: return .times(times, per: .week)
    case "month" where times <= 31: return .times(times, per: .month)
    default:
      guard parts[1].hasSuffix("days"), let days = Int(parts[1].dropLast(4)) else { return nil }
      guard times <= days, days <= 3650 else { return nil }
      return times == days ? .daily : .times(times, per: .rolling(days: days))
    }
  }

  private static func days(_ text: String) -> Schedule? {
    let names = text.split(separator: ",").map { Weekday(String($0)) }
    guard !names.isEmpty, !names.contains(nil) else { return nil }
    let days = Set(names.compactMap { $0 })
    return days.count == 7 ? .daily : .weekdays(days)
  }

  /// The text that ``init(_:)`` parses.
  public var description: String {
    switch self {
    case .daily: "daily"
    case .weekdays(let days): days.sorted().map(\.abbreviation).joined(separator: ",")
    case .every(let days): "every:\(days)"
    case .times(1, .week): "weekly"
    case .times(1, .month): "monthly"
    case .times(let times, .week): "\(times)/week"
    case .times(let times, .month): "\(times)/month"
    case .times(let times, .rolling(let days)): "\(times)/\(days)days"
    }
  }

  /// Formats a list: "Monday, Wednesday and Friday".
  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// The schedule in words: "every day", "3 times a week".
  public var words: String {
    switch self {
    case .daily: "every day"
    case .weekdays(let days): "on \(Schedule.list(days.sorted().map(\.name)))"
    case .every(2): "every other day"
    case .every(let days): "every \(days) days"
    case .times(1, .week): "once a week"
    case .times(1, .month): "once a month"
    case .times(let times, .week): "\(times) times a week"
    case .times(let times, .month): "\(times) times a month"
    case .times(1, .rolling(let days)): "once in any \(days) days"
    case .times(let times, .rolling(let days)): "\(times) times in any \(days) days"
    }
  }
}

extension Schedule: TextCodable {
  public static var codedName: String { "a schedule" }

  /// Has no pattern, because weekday names may be abbreviated and numbers are bounded.
  public static var codedForm: CodingSchema {
    CodingSchema(
      .text(),
      "how often: daily, weekly, monthly, 3/week, 2/month, 3/7days, every:3 or mon,wed,fri",
      example: .text("3/week")
    )
  }
}
