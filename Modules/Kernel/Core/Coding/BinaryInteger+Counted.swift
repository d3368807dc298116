extension BinaryInteger {
  /// This number with its noun: `1 entry`, `2 entries`.
  ///
  /// - Parameter many: the plural; nil for one that ends with an additional `s`.
  package func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? "\(one)s")"
  }
}
