import ArgumentParser
import Commands
import Core
import Presentation
import StreaksContract
import TrackingContract

struct FreezeCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "freeze",
    abstract: "Protect yesterday's streak with a freeze.",
    discussion: """
      Without a habit it shows how many freezes you have and what they could keep.

      Example:
        trellis freeze Read
      """
  )

  @Argument(help: "The habit: its title, the beginning of it, or its id.", completion: .streaks)
  var habit: String?

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    guard let habit else {
      let report = try await context.ask(AllStreaks())
      let offers = report.offers.map(OfferDocument.init)
      let document = FreezesDocument(
        freezes: report.freezes,
        offers: offers,
        returned: report.returned.map(ReturnedDocument.init)
      )
      let titles = try await report.titles(context)
      let saved = try await SavedRuns.load(report.offers, context)
      let hasEnded = try await context.askIfAvailable(EndedStreaks())?.isEmpty == false
      try context.show(document) {
        FreezeViews.of(report, titles, saved: saved, endedYesterday: hasEnded, context)
      }
      return
    }
    let found = try await context.ask(FindStreak(text: habit))
    let use = try await context.send(UseFreeze(habit: found.habit))
    let document = FreezeUseDocument(
      id: use.habit,
      title: found.title,
      day: use.day,
      status: .protected,
      available: use.available
    )
    try context.show(document) { FreezeViews.used(document, context) }
  }
}
