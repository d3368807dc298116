import Core
import TrackingContract

/// The user's earlier consumption, the basis for savings.
public struct SobrietyFigures: Codable, Sendable, Equatable {
  /// Drinks per week; zero until set.
  public var drinksPerWeek: Amount
  /// The price of one drink; nil until set.
  public var price: Price?
  /// Kilocalories in one drink; 0 until set.
  public var calories: Int

  public init(
    drinksPerWeek: Amount = Amount(thousandths: 0),
    price: Price? = nil,
    calories: Int = 0
  ) {
    self.drinksPerWeek = drinksPerWeek
    self.price = price
    self.calories = calories
  }

  public static let mostDrinksPerWeek = Amount(thousandths: 1_000_000)
  public static let mostCalories = 10_000
}

/// Savings in whole units, exact until a single rounding at the end.
public enum Savings {
  /// Returns what `days` sober days save: days × drinks a week / 7 × `each` units per drink.
  ///
  /// All factors are multiplied before the one division; the remainder is rounded half up, as
  /// Council Regulation (EC) No 1103/97, article 5, rounds sums of money. Returns zero for negative
  /// numbers; saturates at the largest `Int64`.
  public static func total(days: Int, drinksPerWeek: Amount, each: Int64) -> Int64 {
    guard days > 0, drinksPerWeek.thousandths > 0, each > 0 else { return 0 }
    let (some, first) = Int128(days).multipliedReportingOverflow(
      by: Int128(drinksPerWeek.thousandths)
    )
    let (all, second) = some.multipliedReportingOverflow(by: Int128(each))
    guard !first, !second else { return .max }
    let (whole, rest) = all.quotientAndRemainder(dividingBy: 7000)
    return Int64(clamping: rest * 2 >= 7000 ? whole + 1 : whole)
  }
}
