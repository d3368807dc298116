import Core

/// Numbers with as few decimals as they need, for tables, drawings and axes.
public enum ShortNumber {
  /// With one decimal, or none if that would be zero: `1.5`, `2`.
  public static func tenths(_ value: Double) -> String {
    guard isReadable(value) else { return String(value) }
    let tenths = Int((abs(value) * 10).rounded())
    let (whole, rest) = tenths.quotientAndRemainder(dividingBy: 10)
    return signed(value, tenths, rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }

  /// With at most two decimals, without zeros at their end: `1.05`, `1.5`, `2`.
  public static func hundredths(_ value: Double) -> String {
    guard isReadable(value) else { return String(value) }
    let hundredths = Int((abs(value) * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return signed(value, hundredths, "\(whole)") }
    let decimals = rest % 10 == 0 ? "\(rest / 10)" : rest.padded(to: 2)
    return signed(value, hundredths, "\(whole).\(decimals)")
  }

  /// Whether the number is finite and short enough to be written in digits.
  private static func isReadable(_ value: Double) -> Bool { value.isFinite && abs(value) < 1e15 }

  /// A number that is rounded to zero gets no sign.
  private static func signed(_ value: Double, _ rounded: Int, _ digits: String) -> String {
    value < 0 && rounded > 0 ? "-" + digits : digits
  }
}
