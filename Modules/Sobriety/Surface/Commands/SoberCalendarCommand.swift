import ArgumentParser
import CommandKit
import Core
import SobrietyContract

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

  func run(in session: Session) async throws {
    let sobriety = try await session.ask(SobrietyOf(substance: named.substance))
    let first = session.calendar.startOfWeek(session.today).advanced(by: -7 * (weeks - 1))
    let days = try await session.ask(
      SoberDays(substance: named.substance, from: first, to: session.today)
    )
    let document = SoberCalendarDocument(substance: sobriety.substance.name, days: days)
    try session.show(document) { views(sobriety, days, session) }
  }

  private func views(_ sobriety: Sobriety, _ days: [SoberDay], _ session: Session) -> [any View] {
    let runs =
      sobriety.soberDays == 0
      ? session.say(.soberEmpty)
      : "Current run: \(Days.words(sobriety.current)). Longest: \(Days.words(sobriety.longest))."
    let grid = ShadeGrid(
      days: days.map { ($0.day, $0.cell) },
      today: session.today,
      weekStart: session.calendar.weekStart,
      weeks: weeks,
      words: .sober
    )
    return [Paragraph(Text(runs, .bold)), Blank(), grid] + drinks(days, session)
  }

  /// The last days on which somebody counted.
  private func drinks(_ days: [SoberDay], _ session: Session) -> [any View] {
    let counted = days.filter { $0.drinks > 0 }.suffix(8).map { day in
      "\(day.day.shortWords(today: session.today)) \(MarkViews.drinks(day.drinks))"
    }
    guard !counted.isEmpty else { return [] }
    return [
      Blank(), Paragraph(Text("Noted: \(counted.joined(separator: ", "))", .muted), hanging: 7),
    ]
  }
}
