extension StringProtocol {
  /// This text with some Unicode scalars replaced.
  ///
  /// `replacing(_:with:)` compares characters, and does not find a quotation mark that a combining
  /// mark follows. Shells, spreadsheets and other readers do find it.
  ///
  /// - Parameter replacement: what a scalar is replaced by; nil keeps it.
  public func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let replaced = replacement(scalar) {
        scalars.append(contentsOf: replaced.unicodeScalars)
      } else {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
