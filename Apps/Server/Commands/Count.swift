/// Numbers of things in what the operator is told.
enum Count {
  /// The number with its noun, such as `1 entry` or `2 entries`.
  ///
  /// - Parameter many: the plural; nil for one that ends with an additional `s`.
  static func text(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? "\(one)s")"
  }
}
