import Core
import TrackingContract

/// Validates and normalizes the details of a habit.
enum HabitValidation {
  static func checked(_ details: HabitDetails) throws -> HabitDetails {
    var details = details
    details.title = try title(details.title)
    details.notes = try notes(details.notes)
    details.question = try question(details.question)
    details.icon = try icon(details.icon)
    details.group = try group(details.group)
    details.schedule = try checked(details.schedule)
    if let target = details.target { details.target = try checked(target) }
    try check(details.reminders)
    return details
  }

  static func checked(_ patch: HabitPatch) throws -> HabitPatch {
    var patch = patch
    if let new = patch.title { patch.title = try title(new) }
    if let new = patch.notes { patch.notes = try notes(new) }
    if let new = patch.question { patch.question = try question(new) }
    if let new = patch.icon { patch.icon = try icon(new) ?? "" }
    if let new = patch.group { patch.group = try group(new) ?? "" }
    if let new = patch.schedule { patch.schedule = try checked(new) }
    if let new = patch.target { patch.target = try checked(new) }
    if let new = patch.reminders { try check(new) }
    return patch
  }

  private static func title(_ raw: String) throws -> String {
    let title = try DomainError.checking("title") { try TextRule.line.checked(raw, "The title") }
    guard !title.isEmpty else {
      throw DomainError(
        "title-missing",
        "A habit needs a title. Nothing was saved: give it one, such as “Read”.",
        isFinal: true,
        about: "title"
      )
    }
    guard title.count <= HabitDetails.maxTitleLength else {
      throw DomainError(
        "title-too-long",
        "That title has \(title.count) characters; \(HabitDetails.maxTitleLength) fit. "
          + "Nothing was saved: shorten it and put the rest into the notes.",
        isFinal: true,
        about: "title"
      )
    }
    return title
  }

  private static func notes(_ raw: String) throws -> String {
    try DomainError.checking("notes") { try text(raw, "The notes", HabitDetails.maxNotesLength) }
  }

  private static func question(_ raw: String) throws -> String {
    try DomainError.checking("question") {
      try text(raw, "The question", HabitDetails.maxQuestionLength)
    }
  }

  static func text(_ raw: String, _ what: String, _ limit: Int) throws -> String {
    let text = try TextRule.lines.checked(raw, what)
    // A text has no more characters than bytes, which can be counted without looking at them.
    guard text.utf8.count <= limit || text.count <= limit else {
      throw DomainError(
        "text-too-long",
        "\(what) may have up to \(limit) characters; these are \(text.count). "
          + "Nothing was saved: shorten the text and try again.",
        isFinal: true
      )
    }
    return text
  }

  private static func icon(_ raw: HabitIcon?) throws -> HabitIcon? {
    guard let raw else { return nil }
    let text = try DomainError.checking("icon") {
      try TextRule.line.checked(raw.description, "The icon")
    }
    let icon = HabitIcon(text)
    guard icon != "" else { return nil }
    guard icon.isEmoji else {
      throw DomainError(
        "icon-not-emoji",
        "“\(icon)” is not an icon. Nothing was saved: give one emoji, such as 📚.",
        isFinal: true,
        about: "icon"
      )
    }
    return icon
  }

  private static func group(_ raw: String?) throws -> String? {
    guard let raw else { return nil }
    let group = try DomainError.checking("group") {
      try TextRule.line.checked(raw, "The name of the group")
    }
    guard group.count <= HabitDetails.maxGroupLength else {
      throw DomainError(
        "group-too-long",
        "A group's name may have up to \(HabitDetails.maxGroupLength) characters. Nothing was saved: "
          + "give a shorter one.",
        isFinal: true,
        about: "group"
      )
    }
    return group.isEmpty ? nil : group
  }

  /// Returns the schedule in its stored form, parsed from its text: seven weekdays become daily.
  private static func checked(_ schedule: Schedule) throws -> Schedule {
    guard let written = Schedule(schedule.description) else {
      throw DomainError(
        "schedule-impossible",
        "No day could ever be due by that schedule. Nothing was saved: choose for example every "
          + "day, some weekdays, or so many times a week.",
        isFinal: true,
        about: "rhythm"
      )
    }
    return written
  }

  private static func check(_ reminders: [ReminderTime]) throws {
    guard reminders.allSatisfy({ (0..<1440).contains($0.minutes) }) else {
      throw DomainError(
        "bad-reminder",
        "A reminder needs a time of day from 00:00 to 23:59. Nothing was saved.",
        isFinal: true
      )
    }
  }

  private static func checked(_ target: Target) throws -> Target {
    let floor = target.direction == .atLeast ? 1 : 0
    guard target.amount.thousandths >= floor else {
      throw DomainError(
        "target-not-positive",
        "A target must be more than 0. Nothing was saved: give an amount to reach, such as 20.",
        isFinal: true,
        about: "target"
      )
    }
    return Target(
      amount: target.amount,
      unit: try unit(target.unit),
      direction: target.direction
    )
  }

  private static func unit(_ raw: String) throws -> String {
    let unit = try DomainError.checking("unit") { try TextRule.line.checked(raw, "The unit") }
    guard unit.count <= Target.maxUnitLength else {
      throw DomainError(
        "unit-too-long",
        "A unit may have up to \(Target.maxUnitLength) characters. Nothing was saved: give a "
          + "shorter one.",
        isFinal: true,
        about: "unit"
      )
    }
    return unit
  }
}
