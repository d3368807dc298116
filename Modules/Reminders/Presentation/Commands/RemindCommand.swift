import ArgumentParser
import Commands
import Core
import Presentation
import RemindersContract
import Terminal
import TrackingContract

struct RemindCommand: TrellisCommand {
  static var configuration: CommandConfiguration {
    let example = ShellWord.quoted(Help.say(.exampleHabit))
    return CommandConfiguration(
      commandName: "remind",
      abstract: "Be reminded at a time of day.",
      discussion: """
        \(Help.say(.helpRemindMore))

        Examples:
          trellis remind \(example) 19:00
          trellis remind \(example) 7:30 --on mon,wed,fri
          trellis remind \(example) 9:00 --tomorrow
          trellis remind \(example) off
          trellis remind \(example) off 19:00
          trellis remind \(example) off 9:00 --tomorrow
          trellis remind list
        """
    )
  }

  @Argument(
    help: ArgumentHelp(Help.say(.helpRemindHabit), valueName: Help.say(.helpHabitName)),
    completion: .fromSpace { try await RemindableHabits.all($0).map(\.title) }
  )
  var habit: String?

  @Argument(help: "A time such as 19:00, off, or list.", completion: .list(["off", "list"]))
  var time: String?

  @Argument(help: "After off: the only time to take back.")
  var offTime: String?

  @Option(help: "Only on these weekdays, such as mon,wed.")
  var on: WeekdaysArgument?

  @Flag(help: "Only once, tomorrow.")
  var tomorrow = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if offTime != nil, time?.lowercased() != "off" {
      throw ValidationError(
        "A second time is only understood after “off”. Put quotes around a title of several words."
      )
    }
    if tomorrow, on != nil {
      throw ValidationError("--tomorrow is for one day alone; leave out --on.")
    }
    guard time?.lowercased() == "off" else { return }
    if on != nil {
      throw ValidationError(
        "off takes back a time on all its days; leave out --on. To keep some of the days, set that "
          + "time again with --on."
      )
    }
    if tomorrow, offTime == nil {
      throw ValidationError("Which one of tomorrow? Say its time after off, such as 19:00.")
    }
  }

  func run(in context: CommandContext) async throws {
    guard let habit, time != nil || habit.lowercased() != "list" else {
      let report = try await context.ask(AllReminders())
      return try context.show(RemindersDocument(report)) { [ReminderViews.list(report, context)] }
    }
    let before = try await context.ask(AllReminders())
    let found = try await RemindableHabits.find(habit, context)
    guard let time, time.lowercased() != "list" else {
      let standing = before.of(found)
      return try context.show(HabitRemindersDocument(standing, isArchived: found.isArchived)) {
        found.isArchived
          ? ReminderViews.archived(found, context)
          : ReminderViews.changed(standing, before, isFirst: false, context)
      }
    }
    let reminders = try await change(found.id, time, context)
    let isFirst = before.items.isEmpty && !reminders.reminders.isEmpty
    try context.show(HabitRemindersDocument(reminders, isArchived: found.isArchived)) {
      // What is left of a habit in the archive does not come.
      found.isArchived && !reminders.reminders.isEmpty
        ? ReminderViews.archived(found, context)
        : ReminderViews.changed(reminders, before, isFirst: isFirst, context)
    }
  }

  private func change(
    _ habit: HabitID,
    _ time: String,
    _ context: CommandContext
  ) async throws
    -> HabitReminders
  {
    let day = tomorrow ? context.today.advanced(by: 1) : nil
    if time.lowercased() == "off" {
      let minutes = try offTime.map(RemindCommand.minutes)
      let slot = tomorrow ? minutes.map { ReminderSlot(minutes: $0, day: day) } : nil
      return try await context.send(RemoveReminders(habit: habit, minutes: minutes, slot: slot))
    }
    let slot = ReminderSlot(minutes: try RemindCommand.minutes(time), day: day)
    return try await context.send(
      SetReminder(habit: habit, slot: slot, weekdays: on?.weekdays ?? [])
    )
  }

  private static func minutes(_ text: String) throws -> Int {
    guard let time = TimeOfDay(text) else {
      throw DomainError(
        "bad-time",
        "“\(text)” is not a time of day. Nothing was changed: give a time such as 19:00, or off.",
        isFinal: true
      )
    }
    return time.minutes
  }
}

extension RemindersReport {
  /// Returns the reminders of one habit, which may be empty.
  fileprivate func of(_ habit: RemindableHabits.Item) -> HabitReminders {
    items.first { $0.habit == habit.id }
      ?? HabitReminders(habit: habit.id, title: habit.title, reminders: [])
  }
}

/// Weekdays as typed: `mon,wed`, `weekdays`, `weekend`, `daily`.
struct WeekdaysArgument: ExpressibleByArgument, Sendable {
  let weekdays: Set<Weekday>

  init?(argument: String) {
    switch argument.lowercased() {
    case "daily": weekdays = []
    case "weekdays": weekdays = [.monday, .tuesday, .wednesday, .thursday, .friday]
    case "weekend": weekdays = [.saturday, .sunday]
    case let text:
      let names = text.split(separator: ",").map { Weekday(String($0)) }
      guard !names.isEmpty, !names.contains(nil) else { return nil }
      weekdays = Set(names.compactMap { $0 })
    }
  }
}
