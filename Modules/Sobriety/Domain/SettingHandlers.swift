import Core
import SobrietyContract
import TrackingContract

/// Handles figures, the why, and deletion.
enum SettingHandlers {
  // MARK: Figures

  static func figures(
    _ state: SobrietyState,
    _ command: SetFigures,
    _ context: RequestContext
  ) throws -> Decision {
    let substance = try state.standing(command.substance)
    let before = state.record(of: substance).figures
    let fact = FiguresSet(
      substance: substance.id,
      drinksPerWeek: try drinks(command.drinksPerWeek).flatMap {
        $0 == before.drinksPerWeek ? nil : $0
      },
      price: try price(command, before.price).flatMap { $0 == before.price ? nil : $0 },
      calories: try calories(command.calories).flatMap { $0 == before.calories ? nil : $0 }
    )
    let isEmpty = fact.drinksPerWeek == nil && fact.price == nil && fact.calories == nil
    return isEmpty ? .unchanged : begun(substance, with: fact, state, context)
  }

  private static func drinks(_ amount: Amount?) throws -> Amount? {
    guard let amount else { return nil }
    guard (0...SobrietyFigures.mostDrinksPerWeek.thousandths).contains(amount.thousandths) else {
      throw DomainError(
        "bad-drinks-per-week",
        "Drinks per week are a number from 0 to \(SobrietyFigures.mostDrinksPerWeek). "
          + "Nothing was changed.",
        isFinal: true,
        about: "drinksPerWeek"
      )
    }
    return amount
  }

  private static func calories(_ calories: Int?) throws -> Int? {
    guard let calories else { return nil }
    guard (0...SobrietyFigures.mostCalories).contains(calories) else {
      throw DomainError(
        "bad-calories",
        "The calories of a drink are a whole number from 0 to \(SobrietyFigures.mostCalories). "
          + "Nothing was changed.",
        isFinal: true,
        about: "calories"
      )
    }
    return calories
  }

  /// Returns the new price, which is one register: an amount never changes its currency.
  private static func price(_ command: SetFigures, _ before: Price?) throws -> Price? {
    guard command.cost != nil || command.currency != nil else { return nil }
    guard let currency = try currency(command.currency) ?? before?.currency else {
      throw DomainError(
        "currency-missing",
        "In which currency? Nothing was changed: give it with the cost, such as EUR or USD.",
        about: "currency"
      )
    }
    if let cost = command.cost {
      guard let price = Price(cost, currency) else { throw badCost(cost, currency) }
      return price
    }
    guard let before, before.minor > 0, before.currency != currency else {
      return Price(minor: before?.minor ?? 0, currency: currency)
    }
    throw DomainError(
      "cost-missing",
      "A drink costs \(before.words) here, which is not an amount in \(currency). Nothing was changed: "
        + "give the cost together with the new currency.",
      about: "cost"
    )
  }

  private static func currency(_ code: String?) throws -> Currency? {
    guard let code else { return nil }
    guard let currency = Currency(code) else {
      throw DomainError(
        "unknown-currency",
        "“\(code)” is not the code of a currency. Nothing was changed: give three letters, such as "
          + "EUR, USD or JPY.",
        isFinal: true,
        about: "currency"
      )
    }
    return currency
  }

  private static func badCost(_ cost: String, _ currency: Currency) -> DomainError {
    let decimals =
      switch currency.digits {
      case 0: "without decimals"
      case let digits: "with up to \(digits) decimals"
      }
    return DomainError(
      "bad-cost",
      "“\(cost)” is not an amount in \(currency), which is written \(decimals). "
        + "Nothing was changed.",
      isFinal: true,
      about: "cost"
    )
  }

  // MARK: The why

  static func why(
    _ state: SobrietyState,
    _ command: SetWhy,
    _ context: RequestContext
  ) throws -> Decision {
    let substance = try state.standing(command.substance)
    let why = try DomainError.checking("why") {
      try TextRule.lines.checked(command.why, "The why")
    }
    guard why.count <= SetWhy.maxWhyLength else {
      throw DomainError(
        "why-too-long",
        "A why may have up to \(SetWhy.maxWhyLength) characters; this one has \(why.count). "
          + "Nothing was saved: shorten it and try again.",
        isFinal: true,
        about: "why"
      )
    }
    guard why != state.record(of: substance).why else { return .unchanged }
    return begun(substance, with: WhySet(substance: substance.id, why: why), state, context)
  }

  /// Returns a fact about a substance, if there is one, preceded by the substance's creation if it is
  /// new.
  static func begun(
    _ substance: Substance,
    with fact: (any Fact)?,
    _ state: SobrietyState,
    _ context: RequestContext
  ) -> Decision {
    var facts: [any Fact] = []
    if state.record(of: substance).substance == nil {
      facts.append(
        SubstanceAdded(
          substance: substance.id,
          title: substance.name,
          on: context.today,
          at: context.now
        )
      )
    }
    if let fact { facts.append(fact) }
    return Decision(facts)
  }

  // MARK: Names

  static func rename(
    _ state: SobrietyState,
    _ command: RenameSubstance,
    _ context: RequestContext
  ) throws -> Decision {
    guard let substance = state.find(command.substance) else {
      throw state.unknown(command.substance)
    }
    let title = try SubstanceNames.checked(command.title)
    guard title != substance.name else { return .unchanged }
    if let other = state.find(title), other.id != substance.id {
      throw DomainError(
        "name-is-taken",
        "There is “\(other.name)” already. Nothing was changed: give another name.",
        isFinal: true,
        about: "name"
      )
    }
    return [SubstanceRenamed(substance: substance.id, title: title)]
  }

  static func renamed(
    _ state: SobrietyState,
    _ command: RenameSubstance,
    _ context: RequestContext
  ) throws -> Sobriety {
    guard let found = state.find(command.substance) ?? state.find(command.title) else {
      throw state.unknown(command.substance)
    }
    return state.sobriety(of: found, context)
  }

  // MARK: Deleting

  static func delete(
    _ state: SobrietyState,
    _ command: DeleteSubstance,
    _ context: RequestContext
  ) throws -> Decision {
    guard let substance = state.find(command.substance) else {
      throw state.unknown(command.substance)
    }
    guard command.confirmed else {
      let days = state.record(of: substance).saidDays
      let history =
        switch days {
        case 0: ""
        case 1: "its 1 marked day, "
        default: "all its \(days) marked days, "
        }
      throw DomainError(
        "needs-confirmation",
        "This deletes “\(substance.name)” for good, with \(history)its figures, your why and all notes. "
          + "Nothing has been deleted yet: confirm to go on.",
        about: "confirmed"
      )
    }
    return [SubstanceDeleted(substance: substance.id)]
  }

  static func deleted(
    _ state: SobrietyState,
    _ command: DeleteSubstance,
    _ context: RequestContext
  ) throws -> DeletedSubstance {
    for case let fact as SubstanceDeleted in context.decided {
      return DeletedSubstance(id: fact.substance)
    }
    throw state.unknown(command.substance)
  }
}
