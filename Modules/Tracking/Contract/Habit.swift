import Core

/// The identifier of a habit.
public struct HabitID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }

  public var entity: EntityID { EntityID(rawValue: rawValue) }
}

/// A habit in its current state.
public struct Habit: Codable, Sendable, Equatable {
  public let id: HabitID
  /// Shared by copies, since a habit is passed along with every check and every row of a list.
  @Boxed public var details: HabitDetails
  /// The local day of creation.
  public let createdOn: Day
  public let createdAt: Instant

  public init(id: HabitID, details: HabitDetails, createdOn: Day, createdAt: Instant) {
    self.id = id
    self.details = details
    self.createdOn = createdOn
    self.createdAt = createdAt
  }

  /// Listed in byte order, the order in which JSON is written, so that keys need not be sorted.
  private enum CodingKeys: CodingKey { case createdAt, createdOn, details, id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    id = try members.decode(HabitID.self, forKey: .id)
    details = try members.decode(HabitDetails.self, forKey: .details)
    createdOn = try members.decode(Day.self, forKey: .createdOn)
    createdAt = try members.decode(Instant.self, forKey: .createdAt)
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(createdAt, forKey: .createdAt)
    try members.encode(createdOn, forKey: .createdOn)
    try members.encode(details, forKey: .details)
    try members.encode(id, forKey: .id)
  }
}

/// The details of a habit that a user can edit.
public struct HabitDetails: Codable, Sendable, Equatable {
  public var title: String
  public var notes: String
  /// The question to ask ("Did you meditate this morning?"); empty for none.
  public var question: String
  public var color: HabitColor
  /// The emoji that stands for the habit; nil for none.
  public var icon: HabitIcon?
  /// The name of the group in which the habit is shown; nil for none.
  public var group: String?
  public var schedule: Schedule
  public var priority: Priority
  public var difficulty: Difficulty
  /// The daily target of a measured habit; nil for a habit that is only done or not.
  public var target: Target?
  public var archived: Bool
  /// The user's sort position, lower first; habits with equal positions sort by creation.
  public var position: Int
  /// Reminders imported with the habit, for the module that sends reminders.
  public var reminders: [ReminderTime]

  /// Listed in byte order, the order in which JSON is written, so that keys need not be sorted.
  enum CodingKeys: CodingKey {
    case archived, color, difficulty, group, icon, notes, position, priority, question, reminders
    case schedule, target, title
  }

  public init(
    title: String,
    notes: String = "",
    question: String = "",
    color: HabitColor = .green,
    icon: HabitIcon? = nil,
    group: String? = nil,
    schedule: Schedule = .daily,
    priority: Priority = .normal,
    difficulty: Difficulty = .easy,
    target: Target? = nil,
    archived: Bool = false,
    position: Int = 0,
    reminders: [ReminderTime] = []
  ) {
    self.title = title
    self.notes = notes
    self.question = question
    self.color = color
    self.icon = icon
    self.group = group
    self.schedule = schedule
    self.priority = priority
    self.difficulty = difficulty
    self.target = target
    self.archived = archived
    self.position = position
    self.reminders = reminders
  }

  /// The first line of the notes; empty without notes.
  public var firstNotesLine: String {
    notes.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }

  /// The maximum length of a title, in characters.
  public static let maxTitleLength = 200
  /// The maximum length of a group's name, in characters.
  public static let maxGroupLength = 200
  /// The maximum length of the description, in characters.
  public static let maxNotesLength = 4000
  /// The maximum length of the question, in characters.
  public static let maxQuestionLength = 4000
}

/// A color, either named or given as `#rrggbb`.
public struct HabitColor: TextCodable, Sendable, Hashable {
  /// A name from ``named``, or `#rrggbb` in lowercase.
  public let description: String

  /// The color names and their RGB values.
  public static let named: [(name: String, rgb: UInt32)] = [
    ("green", 0x2E9E4F), ("teal", 0x00897B), ("blue", 0x1976D2), ("indigo", 0x5C6BC0),
    ("purple", 0x8E24AA), ("pink", 0xD81B60), ("red", 0xD32F2F), ("orange", 0xF57C00),
    ("yellow", 0xF9A825), ("brown", 0x795548), ("gray", 0x757575),
  ]

  public static let green = HabitColor(unchecked: "green")

  /// Returns nil unless `text` is a listed name or has the form `#rrggbb`.
  public init?(_ text: String) {
    let text = text.lowercased()
    let isNamed = HabitColor.named.contains { $0.name == text }
    guard isNamed || HabitColor.hex(text) != nil else { return nil }
    description = text
  }

  public init(rgb: UInt32) {
    description = "#" + Hexadecimal.text([16, 8, 0].map { UInt8(truncatingIfNeeded: rgb >> $0) })
  }

  private init(unchecked text: String) { description = text }

  /// The color as 0xRRGGBB.
  public var rgb: UInt32 {
    HabitColor.named.first { $0.name == description }?.rgb ?? HabitColor.hex(description) ?? 0
  }

  /// The listed color that is most similar, by the distance of their RGB values.
  public var nearestName: String {
    func parts(_ rgb: UInt32) -> [Int] { [16, 8, 0].map { Int(rgb >> $0 & 0xFF) } }
    let own = parts(rgb)
    func distance(_ other: UInt32) -> Int {
      zip(own, parts(other)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    let nearest = HabitColor.named.min { distance($0.rgb) < distance($1.rgb) }
    return nearest?.name ?? description
  }

  private static func hex(_ text: String) -> UInt32? {
    guard text.utf8.count == 7, text.hasPrefix("#") else { return nil }
    // The integer initializer would accept a sign.
    guard text.dropFirst().allSatisfy(\.isHexDigit) else { return nil }
    return UInt32(text.dropFirst(), radix: 16)
  }

  public init?(coded text: String) { self.init(text) }

  public static var codedName: String { "a color" }

  public static var codedForm: CodingSchema {
    let names = named.map(\.name).joined(separator: ", ")
    return CodingSchema(.text(), "a color: #rrggbb, or one of \(names)", example: .text("teal"))
  }
}

/// How much a habit matters to the user, shown beside its title.
public enum Priority: String, Codable, Sendable, CaseIterable {
  case low, normal, high
}

/// How hard a habit is; the weight of its streak.
public enum Difficulty: String, Codable, Sendable, CaseIterable {
  case easy, medium, hard

  /// The weight of a streak in tenths: easy 1, medium 1.5, hard 2.
  public var multiplierTenths: Int {
    switch self {
    case .easy: 10
    case .medium: 15
    case .hard: 20
    }
  }
}

/// A measured amount in thousandths, so that no payload holds a floating-point number.
public struct Amount: Codable, Sendable, Hashable, Comparable, CustomStringConvertible {
  public let thousandths: Int64

  public init(thousandths: Int64) { self.thousandths = thousandths }

  /// Parses a decimal number such as `20`, `1.5` or `-0.25`, rounded to three decimals.
  public init?(_ text: String) {
    guard text.utf8.allSatisfy("+-.0123456789eE".utf8.contains) else { return nil }
    guard let value = Double(text), value.isFinite, abs(value) < 1e12 else { return nil }
    thousandths = Int64((value * 1000).rounded())
  }

  /// Parses what a person typed: as ``init(_:)-(String)`` does, or with a decimal comma such as
  /// `1,5`.
  ///
  /// It is nil for `1,500`, which may be 1500 or 1.5, and for what only rounding would make 0;
  /// ``fault(ofTyped:)`` has the words for it.
  public init?(typed text: String) {
    guard let plain = Amount.withPoint(text), let amount = Amount(plain) else { return nil }
    guard amount.thousandths != 0 || Double(plain) == 0 else { return nil }
    self = amount
  }

  /// Returns the rest of a sentence that begins with a typed text which is no amount.
  public static func fault(ofTyped text: String) -> String {
    withPoint(text).flatMap { Amount($0) } == nil
      ? "is not a number such as 20 or 1.5" : "is less than 0.001, the smallest amount there is"
  }

  /// Returns the text with a point instead of a decimal comma; nil if it is not clear what it
  /// means.
  private static func withPoint(_ text: String) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return text }
    let isGroup = parts[1].count == 3 && !["", "0", "-0", "+0"].contains(parts[0])
    guard !isGroup, !parts[1].isEmpty, parts[1].allSatisfy(\.isNumber), !parts[0].contains(".")
    else { return nil }
    return "\(parts[0]).\(parts[1])"
  }

  public init(_ value: Double) { thousandths = Int64((value * 1000).rounded()) }

  public var value: Double { Double(thousandths) / 1000 }

  /// The amount without trailing zeros: `20`, `1.5`.
  public var description: String {
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
    let sign = thousandths < 0 ? "-" : ""
    guard rest != 0 else { return "\(sign)\(whole)" }
    var digits = String(rest + 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }

  public static func < (a: Amount, b: Amount) -> Bool { a.thousandths < b.thousandths }

  public init(from decoder: any Decoder) throws {
    thousandths = try decoder.singleValueContainer().decode(Int64.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(thousandths)
  }
}

extension Amount: SchemaDescribing {
  public static var codedForm: CodingSchema {
    CodingSchema(
      .integer(-9_007_199_254_740_991...9_007_199_254_740_991),
      "an amount in thousandths: 1500 is 1.5",
      example: .integer(1500)
    )
  }
}

/// The daily target of a measured habit.
public struct Target: Codable, Sendable, Hashable {
  /// The side of the amount on which a day is done.
  public enum Direction: String, Codable, Sendable, CaseIterable {
    /// Done if the value is at least the amount.
    case atLeast
    /// Done if a value was entered and it is at most the amount.
    case atMost
  }

  public var amount: Amount
  /// The unit, such as `pages` or `minutes`; may be empty.
  public var unit: String
  public var direction: Direction

  public init(amount: Amount, unit: String, direction: Direction = .atLeast) {
    self.amount = amount
    self.unit = unit
    self.direction = direction
  }

  /// The maximum length of a unit, in characters.
  public static let maxUnitLength = 50

  public func isReached(by value: Amount) -> Bool {
    direction == .atLeast ? value >= amount : value <= amount
  }
}

/// A time of day, on some weekdays, at which to send a reminder.
public struct ReminderTime: Codable, Sendable, Hashable {
  /// Minutes after local midnight.
  public let minutes: Int
  /// The weekdays; empty means every day.
  public let weekdays: Set<Weekday>

  public init(minutes: Int, weekdays: Set<Weekday> = []) {
    self.minutes = minutes
    self.weekdays = weekdays
  }

  private enum CodingKeys: String, CodingKey { case minutes, weekdays }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    minutes = try container.decode(Int.self, forKey: .minutes)
    weekdays = Set(try container.decodeIfPresent([Weekday].self, forKey: .weekdays) ?? [])
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(minutes, forKey: .minutes)
    if !weekdays.isEmpty { try container.encode(weekdays.sorted(), forKey: .weekdays) }
  }
}
