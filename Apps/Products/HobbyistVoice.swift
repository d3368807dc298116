import Core

extension Voice {
  /// Clear and encouraging.
  static let hobbyist = Voice()
}
