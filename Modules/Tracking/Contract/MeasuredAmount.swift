import Core

/// What was reached of a measured habit's target on a day.
public struct MeasuredAmount: Codable, Sendable, Equatable {
  public let value: Amount?
  public let target: Target?

  /// Returns nil if there is nothing to say.
  ///
  /// That is the case with neither a target nor an amount, or on a day without an amount that is
  /// settled or asks for nothing.
  public init?(_ value: Amount?, of target: Target?, _ status: DisplayStatus) {
    guard value != nil || target != nil && status.asksForAmount else { return nil }
    self.value = value
    self.target = target
  }

  /// The share of the target that is reached, 0 to 1; nil if there is none, as for a limit.
  public var share: Double? {
    guard let target, target.direction == .atLeast, target.amount.thousandths > 0 else {
      return nil
    }
    return min(1, max(0, (value?.value ?? 0) / target.amount.value))
  }

  /// The amount as `12 of 20 pages`; for a limit without a value `at most 20 pages`.
  ///
  /// - Parameter number: writes a number in the reader's format.
  public func words(_ number: (String) -> String) -> String {
    words(limit: "at most ", of: " of ", number)
  }

  /// The amount for a narrow column, as `12/20 pages`.
  public func short(_ number: (String) -> String) -> String {
    words(limit: "max ", of: "/", number)
  }

  private func words(limit: String, of: String, _ number: (String) -> String) -> String {
    guard let target else { return value.map { number($0.description) } ?? "" }
    let unit = target.unit.isEmpty ? "" : " \(target.unit)"
    let isLimit = target.direction == .atMost
    let wanted = "\(isLimit ? limit : "")\(number(target.amount.description))\(unit)"
    // No value means 0 for a target; for a limit it is unknown.
    if value == nil, isLimit { return wanted }
    return "\(value.map { number($0.description) } ?? "0")\(of)\(wanted)"
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

extension CheckState {
  /// The value with which a day is marked as done by a tap, which gives none; nil if the mark is
  /// enough.
  ///
  /// A mark alone keeps a value that misses the target, and leaves the day open. That is right for a
  /// value over a limit: what was entered does not become less by a tap.
  public var filledValue: Amount? {
    guard let target, target.direction == .atLeast, let value = entry.value,
      !target.isReached(by: value)
    else { return nil }
    return target.amount
  }
}
