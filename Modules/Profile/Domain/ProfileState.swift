import Core
import ProfileContract

/// The latest name and the latest value of each preference.
public struct ProfileState: ModuleState {
  public static let foldVersion = 2

  private var displayName = LWWRegister("")
  private var choices: [String: LWWRegister<Choice>] = [:]
  /// The first days of the week, each from a day on.
  private var weekStarts = DatedRegister(Weekday.monday)

  struct Choice: Sendable, Equatable {
    let value: String
    let on: Day
  }

  public init() {}

  mutating func apply(_ fact: NameSet, at stamp: HybridTimestamp) -> Bool {
    displayName.set(fact.displayName, at: stamp)
  }

  mutating func apply(_ fact: PreferenceSet, at stamp: HybridTimestamp) -> Bool {
    var isDated = false
    if fact.key == Preference.weekStart.rawValue, let first = Weekday(fact.value) {
      isDated = weekStarts.set(first, from: fact.on, at: stamp)
    }
    let choice = Choice(value: fact.value, on: fact.on)
    if choices[fact.key] == nil {
      choices[fact.key] = LWWRegister(choice, at: stamp)
      return true
    }
    return choices[fact.key]?.set(choice, at: stamp) ?? false || isDated
  }

  func choice(_ preference: Preference) -> Choice? { choices[preference.rawValue]?.value }

  var name: String { displayName.value }

  /// Returns whether weeks begin as the preference says on a day and on all days after it.
  func beginsWeeks(as value: String, from day: Day) -> Bool {
    Weekday(value).map { weekStarts.holds($0, from: day) } ?? false
  }

  /// Returns the chosen value, or the default.
  func value(_ preference: Preference) -> String {
    if let choice = choice(preference) { return choice.value }
    return switch preference {
    case .timeZone: PreferenceRules.automaticZone
    case .weekStart: Weekday.monday.name.lowercased()
    case .dayStart: "00:00"
    case .appearance: Appearance.system.rawValue
    case .numbers: NumberStyle.space.rawValue
    case .reducedMotion: "off"
    case .sound, .vibration: "on"
    }
  }

  /// - Parameter host: The system's time zone, used unless another one was chosen.
  func calendar(host: Zone) -> LocalCalendar {
    let chosen = choice(.timeZone).flatMap { Zone(installed: $0.value) }
    let starts = weekStarts.entries.map { Weeks.Start($0.value, from: $0.from) }
    return LocalCalendar(
      zone: chosen ?? host,
      weeks: Weeks(starts) ?? .fromMonday,
      dayStart: dayStart ?? .midnight,
      numbers: NumberStyle(rawValue: value(.numbers)) ?? .space
    )
  }

  private var dayStart: DayStart? {
    guard let choice = choice(.dayStart) else { return nil }
    return PreferenceRules.minutes(choice.value).flatMap { DayStart(minutes: $0, since: choice.on) }
  }

  public func write(to writer: inout ByteWriter) {
    writer.write(displayName) { $0.write($1) }
    writer.write(count: choices.count)
    for (key, choice) in choices.sorted(by: { $0.key < $1.key }) {
      writer.write(key)
      writer.write(choice) {
        $0.write($1.value)
        $0.write(Int32($1.on.number))
      }
    }
    writer.write(weekStarts) { $0.write(UInt8($1.rawValue)) }
  }

  public init(from reader: inout ByteReader) throws {
    displayName = try reader.readRegister { try $0.read() }
    let pairs = try reader.readList { reader in
      (
        try reader.read(String.self),
        try reader.readRegister {
          Choice(value: try $0.read(), on: Day(number: Int(try $0.read(Int32.self))))
        }
      )
    }
    choices = Dictionary(pairs, uniquingKeysWith: { $1 })
    weekStarts = try reader.readDatedRegister { reader in
      guard let first = Weekday(rawValue: Int(try reader.read(UInt8.self))) else {
        throw reader.malformed
      }
      return first
    }
  }
}
