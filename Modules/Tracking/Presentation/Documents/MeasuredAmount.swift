import TrackingContract

/// What was entered of a measured habit on one day, beside what was to be reached.
struct MeasuredAmount {
  private let value: Amount?
  private let target: Target?

  /// Returns nil if there is nothing to say: neither a target nor an amount, or a day that is
  /// settled or asks for nothing without an amount.
  init?(_ value: Amount?, of target: Target?, _ status: DisplayStatus) {
    guard value != nil || target != nil && status.asksForAmount else { return nil }
    self.value = value
    self.target = target
  }

  /// The amount as `12 of 20 pages`; of a limit for which nothing was entered `at most 20 pages`.
  var words: String { words(limit: "at most ", of: " of ") }

  /// The amount for a narrow column, as `12/20 pages`.
  var short: String { words(limit: "max ", of: "/") }

  private func words(limit: String, of: String) -> String {
    guard let target else { return value?.description ?? "" }
    let unit = target.unit.isEmpty ? "" : " \(target.unit)"
    let isLimit = target.direction == .atMost
    let wanted = "\(isLimit ? limit : "")\(target.amount)\(unit)"
    // Nothing of a target is 0 of it; of a limit it is unknown.
    if value == nil, isLimit { return wanted }
    return "\(value?.description ?? "0")\(of)\(wanted)"
  }
}

extension DisplayStatus {
  /// Whether a day without an amount still lacks one.
  fileprivate var asksForAmount: Bool {
    switch self {
    case .open, .missed: true
    case .done, .skipped, .protected, .notDue: false
    }
  }
}

extension Target {
  /// An amount by which a value is changed at a time: 1, 2 or 5 times a power of ten, so that the
  /// target takes about six of them; at least 1 for a target without decimals.
  var step: Amount {
    let wanted = max(amount.thousandths / 6, amount.thousandths % 1000 == 0 ? 1000 : 1)
    var step: Int64 = 1
    while step * 10 <= wanted { step *= 10 }
    if step * 5 <= wanted { return Amount(thousandths: step * 5) }
    return Amount(thousandths: step * 2 <= wanted ? step * 2 : step)
  }

  /// The target as `20 pages` or `at most 20 pages`.
  var words: String {
    let limit = direction == .atMost ? "at most " : ""
    return unit.isEmpty ? "\(limit)\(amount)" : "\(limit)\(amount) \(unit)"
  }
}
