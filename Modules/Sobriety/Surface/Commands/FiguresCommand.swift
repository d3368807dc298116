import ArgumentParser
import CommandKit
import Core
import SobrietyContract
import TrackingContract

struct FiguresCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show or set what your savings are counted from.",
    discussion: """
      Saved is: sober days × drinks per week / 7 × cost of a drink, rounded once at the end.
      Calories are counted alike. 0 takes a figure away.

      Example:
        trellis sober settings --drinks-per-week 10 --cost 4.50 --currency EUR --calories 150
      """
  )

  @Option(help: "How many drinks you used to have in a week: 10, 3.5.", transform: amount)
  var drinksPerWeek: Amount?

  @Option(help: "What one drink costs: 4.50.")
  var cost: String?

  @Option(help: "The currency's three letters: EUR, USD, JPY.")
  var currency: String?

  @Option(help: "Kilocalories in one drink.")
  var calories: Int?

  @OptionGroup var named: NamedSubstance
  @OptionGroup var global: GlobalOptions

  private static func amount(_ text: String) throws -> Amount {
    guard let amount = Amount(text.replacing(",", with: ".")) else {
      throw ValidationError("“\(text)” is not a number such as 10 or 3.5.")
    }
    return amount
  }

  func run(in session: Session) async throws {
    let isChanged = drinksPerWeek != nil || cost != nil || currency != nil || calories != nil
    let sobriety =
      isChanged
      ? try await session.send(
        SetFigures(
          substance: named.substance,
          drinksPerWeek: drinksPerWeek,
          cost: cost,
          currency: currency,
          calories: calories
        )
      ) : try await session.ask(SobrietyOf(substance: named.substance))
    try session.show(FiguresDocument(sobriety)) {
      FigureViews.figures(sobriety, isChanged: isChanged, session)
    }
  }
}

struct WhyCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Read why you do this, or write it down.",
    discussion: """
      Example:
        trellis sober why "To be there in the mornings"
      """
  )

  @Argument(help: "Your reason; '' takes it away.")
  var text: String?

  @OptionGroup var named: NamedSubstance
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let sobriety =
      if let text {
        try await session.send(SetWhy(substance: named.substance, why: text))
      } else { try await session.ask(SobrietyOf(substance: named.substance)) }
    try session.show(WhyDocument(sobriety)) {
      FigureViews.why(sobriety, isChanged: text != nil, session)
    }
  }
}

struct DeleteSubstanceCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a substance with its whole calendar.",
    discussion: """
      Says what would be lost; with --yes it is deleted for good.

      Example:
        trellis sober delete Nicotine --yes
      """
  )

  @Argument(help: "The name of the substance.")
  var substance: String

  @Flag(name: [.long, .short], help: "Yes, delete it.")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    do {
      let name = try await name(session)
      let gone = try await session.send(DeleteSubstance(substance: substance, confirmed: yes))
      try session.show(DeletedSubstanceDocument(id: gone.id, deleted: true)) {
        [Confirmation(session.say(.soberDeleted, ["substance": name]))]
      }
    } catch let refusal as Refusal where refusal.code == "needs-confirmation" {
      let how = "trellis sober delete \(ShellWord.quoted(substance)) --yes"
      throw Refusal(refusal.code, "\(refusal.message) To delete it: \(how)")
    }
  }

  /// The name as it was first written, however it is typed now.
  private func name(_ session: Session) async throws -> String {
    let all = try await session.ask(AllSubstances())
    return all.first { $0.name.lowercased() == substance.lowercased() }?.name ?? substance
  }
}
