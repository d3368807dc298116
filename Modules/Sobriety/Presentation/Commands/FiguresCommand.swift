import ArgumentParser
import Commands
import Core
import Presentation
import SobrietyContract
import Terminal
import TrackingContract

struct FiguresCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show or set what your savings are counted from.",
    discussion: """
      Saved is: sober days × drinks per week / 7 × cost of a drink, rounded once at the end. \
      Calories are counted alike. 0 takes a figure away.

      Examples:
        trellis sober settings --drinks-per-week 10 --cost 4.50 --currency EUR
        trellis sober settings --calories 150
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
    guard let amount = Amount(typed: text) else {
      throw ValidationError("“\(text)” \(Amount.fault(ofTyped: text)).")
    }
    return amount
  }

  func run(in context: CommandContext) async throws {
    let isChanged = drinksPerWeek != nil || cost != nil || currency != nil || calories != nil
    let sobriety =
      isChanged
      ? try await context.send(
        SetFigures(
          substance: named.substance,
          drinksPerWeek: drinksPerWeek,
          cost: cost,
          currency: currency,
          calories: calories
        )
      ) : try await context.ask(SobrietyOf(substance: named.substance))
    try context.show(FiguresDocument(sobriety)) {
      FigureViews.figures(sobriety, isChanged: isChanged, context)
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

  func run(in context: CommandContext) async throws {
    let sobriety =
      if let text {
        try await context.send(SetWhy(substance: named.substance, why: text))
      } else { try await context.ask(SobrietyOf(substance: named.substance)) }
    try context.show(WhyDocument(sobriety)) {
      FigureViews.why(sobriety, isChanged: text != nil, context)
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
  var substance: String?

  @Flag(name: [.long, .short], help: "Yes, delete it.")
  var yes = false

  @OptionGroup var named: NamedSubstance
  @OptionGroup var global: GlobalOptions

  func validate() throws { _ = try meant }

  func run(in context: CommandContext) async throws {
    let substance = try meant
    do {
      let name = try await name(of: substance, context)
      let gone = try await context.send(DeleteSubstance(substance: substance, confirmed: yes))
      try context.show(DeletedSubstanceDocument(id: gone.id, deleted: true)) {
        [Confirmation(context.say(.soberDeleted, ["substance": name]))]
      }
    } catch let refusal as DomainError where refusal.code == "needs-confirmation" {
      let how = "trellis sober delete \(ShellWord.quoted(substance)) --yes"
      throw DomainError(refusal.code, "\(refusal.message) To delete it: \(how)")
    }
  }

  /// The substance that is to be deleted; never one that nobody named.
  private var meant: String {
    get throws {
      guard let substance = try named.meant(by: substance) else {
        throw ValidationError(
          "Which one? Nothing was deleted: name it, such as trellis sober delete Nicotine"
        )
      }
      return substance
    }
  }

  /// Returns the name as it was first written, regardless of how it is typed now.
  private func name(of substance: String, _ context: any SpaceContext) async throws -> String {
    let all = try await context.ask(AllSubstances())
    return all.first { $0.name.lowercased() == substance.lowercased() }?.name ?? substance
  }
}
