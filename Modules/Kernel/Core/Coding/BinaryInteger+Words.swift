extension BinaryInteger {
  /// This number with its noun: `1 entry`, `2 entries`.
  ///
  /// - Parameter many: the plural; nil for one that ends with an additional `s`.
  package func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? "\(one)s")"
  }

  /// This number with zeros before it, if it has fewer digits than that: `07`, `-0012`.
  package func padded(to digits: Int) -> String {
    let text = "\(magnitude)"
    let zeros = String(repeating: "0", count: max(0, digits - text.utf8.count))
    return (self < 0 ? "-" : "") + zeros + text
  }

  /// This number of minutes, which is not negative, as hours and minutes: `07:05`.
  package var hoursAndMinutes: String {
    let (hours, minutes) = quotientAndRemainder(dividingBy: 60)
    return "\(hours.padded(to: 2)):\(minutes.padded(to: 2))"
  }
}
