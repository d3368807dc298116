import Core
import TrackingContract

extension Target {
  /// An amount by which a value is changed at a time.
  ///
  /// It is 1, 2 or 5 times a power of ten, so that the target takes about six of them; at least 1
  /// for a target without decimals.
  var step: Amount {
    let wanted = max(amount.thousandths / 6, amount.thousandths % 1000 == 0 ? 1000 : 1)
    var step: Int64 = 1
    while step * 10 <= wanted { step *= 10 }
    if step * 5 <= wanted { return Amount(thousandths: step * 5) }
    return Amount(thousandths: step * 2 <= wanted ? step * 2 : step)
  }

  /// The target as `20 pages` or `at most 20 pages`.
  ///
  /// - Parameter number: writes a number in the reader's format.
  func words(_ number: (String) -> String) -> String {
    let wanted = number(amount.description)
    let limit = direction == .atMost ? "at most " : ""
    return unit.isEmpty ? "\(limit)\(wanted)" : "\(limit)\(wanted) \(unit)"
  }
}
