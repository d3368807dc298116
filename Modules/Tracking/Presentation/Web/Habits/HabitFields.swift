import Core
import Pages
import TrackingContract

/// Reads the submitted fields of a habit's form.
enum HabitFields {
  /// - Parameter current: the previous details, for those that the form does not contain.
  static func details(
    _ fields: FormFields,
    changing current: HabitDetails? = nil
  ) throws -> HabitDetails {
    guard let title = fields.text("title") else {
      throw DomainError(
        "no-title",
        "A habit needs a title. Nothing was saved: give it one.",
        isFinal: true,
        about: "title"
      )
    }
    var details = current ?? HabitDetails(title: title)
    details.title = title
    details.notes = fields.text("notes") ?? ""
    details.question = fields.text("question") ?? ""
    details.icon = fields.text("icon").map { HabitIcon($0) }
    details.group = fields.text("group")
    if let text = fields.text("color") {
      guard let color = HabitColor(text) else {
        throw DomainError(
          "bad-color",
          "“\(text)” is not a color. Nothing was saved: choose another.",
          isFinal: true,
          about: "color"
        )
      }
      details.color = color
    }
    details.priority = fields.text("priority").flatMap(Priority.init) ?? .normal
    // A product that shows no numbers does not ask for the difficulty.
    if let text = fields.text("difficulty") {
      details.difficulty = Difficulty(rawValue: text) ?? .easy
    }
    details.schedule = try schedule(fields)
    details.target = try target(fields)
    return details
  }

  /// Returns a patch with everything the form contains, for an existing habit.
  static func patch(_ details: HabitDetails) -> HabitPatch {
    var patch = HabitPatch()
    patch.title = details.title
    patch.notes = details.notes
    patch.question = details.question
    patch.color = details.color
    patch.icon = details.icon ?? ""
    patch.group = details.group ?? ""
    patch.schedule = details.schedule
    patch.priority = details.priority
    patch.difficulty = details.difficulty
    patch.target = details.target
    if details.target == nil { patch.removesTarget = true }
    return patch
  }

  /// Returns the day from which changes hold; nil for today, which needs no mention.
  static func start(_ fields: FormFields, today: Day) throws -> Day? {
    guard let text = fields.text("from") else { return nil }
    guard let day = Day(text) else {
      throw DomainError(
        "bad-day",
        "“\(text)” is not a day. Nothing was saved: choose another.",
        isFinal: true,
        about: "from"
      )
    }
    return day == today ? nil : day
  }

  // MARK: Rhythm

  private static func schedule(_ fields: FormFields) throws -> Schedule {
    switch Rhythm(rawValue: fields.text("rhythm") ?? "") {
    case nil, .daily: return .daily
    case .times:
      let isMonth = fields["per"] == "month"
      let times = try number(fields, "times", 1...(isMonth ? 31 : 7), "times")
      return .times(times, per: isMonth ? .month : .week)
    case .weekdays:
      let days = Set(fields.all("weekday").compactMap { Weekday($0) })
      guard !days.isEmpty else {
        throw DomainError(
          "no-weekday",
          "Choose at least one weekday. Nothing was saved.",
          isFinal: true,
          about: "weekday"
        )
      }
      return days.count == 7 ? .daily : .weekdays(days)
    case .every:
      let days = try number(fields, "every", 1...3650, "days between")
      return days == 1 ? .daily : .every(days: days)
    case .rolling:
      let days = try number(fields, "window", 1...3650, "days")
      let times = try number(fields, "window-times", 1...days, "times")
      return times == days ? .daily : .times(times, per: .rolling(days: days))
    }
  }

  private static func number(
    _ fields: FormFields,
    _ name: String,
    _ range: ClosedRange<Int>,
    _ what: String
  ) throws -> Int {
    guard let number = fields.text(name).flatMap({ Int($0) }), range.contains(number) else {
      throw DomainError(
        "bad-number",
        "The number of \(what) goes from \(range.lowerBound) to \(range.upperBound). "
          + "Nothing was saved.",
        isFinal: true,
        about: name
      )
    }
    return number
  }

  // MARK: Target

  private static func target(_ fields: FormFields) throws -> Target? {
    guard let text = fields.text("target") else { return nil }
    guard let amount = Amount(typed: text) else { throw notAnAmount(text, in: "target") }
    return Target(
      amount: amount,
      unit: fields.text("unit") ?? "",
      direction: fields["direction"].flatMap(Target.Direction.init) ?? .atLeast
    )
  }

  static func notAnAmount(_ text: String, in field: String) -> DomainError {
    DomainError(
      "bad-number",
      "“\(text)” \(Amount.fault(ofTyped: text)). Nothing was changed.",
      isFinal: true,
      about: field
    )
  }
}

/// The kinds of schedules that the form offers.
enum Rhythm: String {
  case daily, times, weekdays, every, rolling

  init(_ schedule: Schedule) {
    switch schedule {
    case .daily: self = .daily
    case .weekdays: self = .weekdays
    case .every: self = .every
    case .times(_, .rolling): self = .rolling
    case .times: self = .times
    }
  }
}
