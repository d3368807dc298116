import Core

extension Voice {
  /// Gentle, unhurried, never counting against anyone.
  static let beebloom = Voice()
}
