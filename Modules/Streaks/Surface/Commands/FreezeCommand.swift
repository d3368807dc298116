import ArgumentParser
import CommandKit
import Core
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

  func run(in session: Session) async throws {
    guard let habit else {
      let report = try await session.ask(AllStreaks())
      let offers = report.offers.map(OfferDocument.init)
      let document = FreezesDocument(
        freezes: report.freezes,
        offers: offers,
        returned: report.returned.map(ReturnedDocument.init)
      )
      try session.show(document) { FreezeViews.of(report, session) }
      return
    }
    let found = try await session.ask(FindStreak(text: habit))
    let use = try await session.send(UseFreeze(habit: found.habit))
    let document = FreezeUseDocument(
      id: use.habit,
      title: found.title,
      day: use.day,
      status: .protected,
      available: use.available
    )
    try session.show(document) { FreezeViews.used(document, session) }
  }
}
