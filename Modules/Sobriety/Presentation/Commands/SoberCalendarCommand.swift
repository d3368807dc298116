import ArgumentParser
import Commands
import Core
import Presentation
import SobrietyContract
import Terminal

struct SoberCalendarCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Show your days, week by week; the longer a run, the darker.",
    discussion: """
      Example:
        trellis sober calendar --weeks 52
      """
  )

  @Option(help: "How many weeks to show, the current one included.")
  var weeks = 12

  @OptionGroup var named: NamedSubstance
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard (1...1040).contains(weeks) else {
      throw ValidationError("Give a number of weeks from 1 to 1040.")
    }
  }

  func run(in context: CommandContext) async throws {
    let sobriety = try await context.ask(SobrietyOf(substance: named.substance))
    let first = context.calendar.startOfWeek(context.today).advanced(by: -7 * (weeks - 1))
    let days = try await context.ask(
      SoberDays(substance: named.substance, from: first, to: context.today)
    )
    let document = SoberCalendarDocument(substance: sobriety.substance.name, days: days)
    try context.show(document) { views(sobriety, days, context) }
  }

  private func views(
    _ sobriety: Sobriety,
    _ days: [SoberDay],
    _ context: CommandContext
  ) -> [any View] {
    let runs =
      sobriety.soberDays == 0
      ? context.say(.soberEmpty)
      : "Current run: \(sobriety.current.counted("day")). "
        + "Longest: \(sobriety.longest.counted("day"))."
    let grid = ShadeGrid(
      days: days.map { ($0.day, $0.cell) },
      today: context.today,
      weekStart: context.calendar.weekStart,
      weeks: weeks,
      words: .sober
    )
    return [Paragraph(Text(runs, .bold)), EmptyLine(), grid]
      + drinks(days, sobriety.substance.use, context)
  }

  /// Returns the latest days with a number of drinks.
  private func drinks(_ days: [SoberDay], _ use: UseWords, _ context: CommandContext) -> [any View]
  {
    let counted = days.filter { $0.drinks > 0 }.suffix(8).map { day in
      "\(day.day.shortWords(today: context.today)) \(use.count(day.drinks))"
    }
    guard !counted.isEmpty else { return [] }
    return [
      EmptyLine(), Paragraph(Text("Noted: \(counted.joined(separator: ", "))", .muted), hanging: 7),
    ]
  }
}
