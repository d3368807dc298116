import ArgumentParser
import Commands
import Core
import Presentation
import Terminal
import TrackingContract

struct AddCommand: TrellisCommand {
  static var configuration: CommandConfiguration {
    let hard = MarkableDays.countsStreaks ? " --difficulty hard" : ""
    return CommandConfiguration(
      commandName: "add",
      abstract: "Add a habit.",
      discussion: """
        Two habits may have the same title; groups, notes and colors tell them apart.

        Examples:
          trellis add Read --every daily --target 20 --unit pages --group Mind
          trellis add "Long run" --every sat\(hard) --color orange
        """
    )
  }

  @Argument(help: "What you want to do again and again.")
  var title: String

  @OptionGroup(title: "Details") var details: HabitOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    var new = HabitDetails(title: title)
    new.notes = details.notes ?? new.notes
    new.question = details.question ?? new.question
    new.color = details.color ?? new.color
    new.icon = details.icon.map { HabitIcon($0) }
    new.group = details.group
    new.schedule = details.every ?? new.schedule
    new.priority = details.priority ?? new.priority
    new.difficulty = details.difficulty ?? new.difficulty
    new.target = try details.target(changing: nil)
    let habit = try await context.send(CreateHabit(details: new))
    // The title alone would be ambiguous if another habit has the same one.
    let all = DistinctTitles(try await context.ask(AllHabits()))
    let name = all.name(habit.details.title, habit.id)
    try context.show(HabitDocument(habit, zone: context.calendar.zone)) {
      let values = ["title": habit.details.title, "schedule": habit.details.schedule.words]
      return [
        Confirmation(context.say(.habitAdded, values)),
        NextStep("trellis check \(ShellWord.quoted(name))"),
      ]
    }
  }
}
