import Core
import TrackingContract

/// What a person told about their drinking before, to count from.
public struct SobrietyFigures: Codable, Sendable, Equatable {
  /// Zero until it is told.
  public var drinksPerWeek: Amount
  /// What one drink costs; nil until it is told.
  public var price: Price?
  /// Kilocalories in one drink; 0 until it is told.
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

/// Savings in whole units, exact until one rounding at the very end.
public enum Savings {
  /// What `days` sober days are worth at `each` units a drink: days × drinks a week / 7 × each.
  ///
  /// All factors are multiplied before the one division; what is left over is rounded half up, as
  /// Council Regulation (EC) No 1103/97, article 5, rounds sums of money. Zero for numbers below
  /// zero; stops at the largest `Int64`.
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
