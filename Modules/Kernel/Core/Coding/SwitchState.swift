/// What a setting that is a switch is set to; the raw value is how it is stored.
package enum SwitchState: String, Sendable {
  case on, off

  /// Reads what a person typed, in upper or lower case: `on`, `yes` or `true`, or `off`, `no` or
  /// `false`.
  package init?(typed text: String) {
    switch text.lowercased() {
    case "on", "yes", "true": self = .on
    case "off", "no", "false": self = .off
    default: return nil
    }
  }

  /// Reads what a person typed for a setting.
  ///
  /// - Throws: a ``DomainError`` that names the setting.
  package init(typed text: String, for setting: String) throws {
    guard let state = SwitchState(typed: text) else {
      throw DomainError(
        "bad-switch",
        "\(setting) is either on or off, not “\(text)”. Nothing was changed.",
        isFinal: true
      )
    }
    self = state
  }
}
