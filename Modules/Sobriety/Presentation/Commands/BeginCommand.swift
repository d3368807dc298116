import ArgumentParser
import Commands
import Core
import Presentation
import SobrietyContract
import Terminal

struct BeginCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "begin",
    abstract: "Begin a calendar from the last time, or correct where it begins.",
    discussion: """
      All days since then are filled in; a day that you marked stays as it is.

      Examples:
        trellis sober begin --last 2026-05-12
        trellis sober begin Nicotine --last yesterday --time 22:30
      """
  )

  @Argument(help: "What it is about, if not alcohol, such as Nicotine.")
  var substance: String?

  @Option(
    parsing: .unconditional,
    help: "The day of the last time: today, yesterday, YYYY-MM-DD or days ago such as -2.",
    completion: .list(["today", "yesterday"]),
    transform: DayArgument.read
  )
  var last: DayArgument?

  @Option(help: "The time on that day, such as 22:30.")
  var time: String?

  @Flag(help: "Begin a new calendar, even if there is one with nearly the same name.")
  var new = false

  @OptionGroup var named: NamedSubstance
  @OptionGroup var global: GlobalOptions

  func validate() throws { _ = try named.meant(by: substance) }

  func run(in context: CommandContext) async throws {
    let substance = try named.meant(by: substance)
    do {
      let begun = try await context.send(
        BeginRun(
          substance: substance,
          lastUse: last?.day(today: context.today),
          time: time,
          isNew: new ? true : nil
        )
      )
      try context.show(SoberDocument(begun.sobriety)) { views(begun, context) }
    } catch let refusal as DomainError where refusal.code == "name-is-near" {
      let name = ShellWord.quoted(substance ?? "")
      let how = "trellis sober begin \(name) --new"
      throw DomainError(refusal.code, "\(refusal.message) For a new one: \(how)")
    }
  }

  private func views(_ begun: BegunRun, _ context: CommandContext) -> [any View] {
    let sobriety = begun.sobriety
    var views: [any View] = []
    if begun.isFirst {
      let words = context.say(.soberBegun, ["substance": sobriety.substance.name])
      views.append(Confirmation(words))
    }
    if sobriety.current > 0 {
      let days = ["days": sobriety.current.counted("day")]
      views.append(Paragraph(Text(context.say(.soberLastFilled, days), .bold)))
    }
    if sobriety.timer.isRunning { views += TimerViews.of(sobriety.timer, context) }
    if !sobriety.timer.isRunning { views.append(SoberStep.of("mark", sobriety.substance)) }
    return views
  }
}

struct RenameCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give a substance another name; its calendar stays.",
    discussion: """
      Example:
        trellis sober rename Nicotine Cigarettes
      """
  )

  @Argument(help: "The name that it has.")
  var substance: String

  @Argument(help: "The name that it gets.")
  var name: String?

  @OptionGroup var named: NamedSubstance
  @OptionGroup var global: GlobalOptions

  func validate() throws { _ = try names }

  func run(in context: CommandContext) async throws {
    let names = try names
    let command = RenameSubstance(substance: names.old, title: names.new)
    let renamed = try await context.send(command)
    try context.show(SoberDocument(renamed)) {
      [Confirmation(context.say(.soberRenamed, ["substance": renamed.substance.name]))]
    }
  }

  /// The name that the substance has and the one that it gets.
  ///
  /// With `--substance` the only argument is the new name.
  private var names: (old: String, new: String) {
    get throws {
      if let name { return (try named.meant(by: substance) ?? substance, name) }
      guard let old = named.substance else {
        throw ValidationError(
          "Give the name that it gets, too. Nothing was changed: "
            + "trellis sober rename \(ShellWord.quoted(substance)) NAME"
        )
      }
      return (old, substance)
    }
  }
}
