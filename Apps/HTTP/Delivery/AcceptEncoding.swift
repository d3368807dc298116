/// The content codings that a client accepts, from its `Accept-Encoding`.
///
/// Source: RFC 9110, sections 12.4.2 and 12.5.3.
struct AcceptEncoding: Sendable, Equatable {
  /// The weight of each coding in thousandths, by lowercase name.
  private let weights: [Substring: Int]

  /// - Parameter field: nil for a client without the header, which is assumed to accept no coding.
  init(_ field: String?) {
    guard let field else {
      weights = [:]
      return
    }
    var weights: [Substring: Int] = [:]
    for entry in field.lowercased().split(separator: ",") {
      guard let (name, weight) = AcceptEncoding.read(entry), weights[name] == nil else { continue }
      weights[name] = weight
    }
    self.weights = weights
  }

  /// Whether gzip is accepted, at least as much as the identity coding.
  var prefersGzip: Bool {
    let gzip = weights["gzip"] ?? weights["x-gzip"] ?? weights["*"] ?? 0
    return gzip > 0 && gzip >= (identity ?? 0)
  }

  /// Whether the identity coding is unacceptable.
  var refusesIdentity: Bool { identity == 0 }

  /// Nil if it is not mentioned: it is acceptable then, unless there is something else.
  private var identity: Int? { weights["identity"] ?? weights["*"] }

  /// `gzip;q=0.5`; nil for a malformed entry.
  private static func read(_ entry: Substring) -> (name: Substring, weight: Int)? {
    let parts = entry.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
    guard let name = parts.first, !name.isEmpty, parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return (name, 1000) }
    guard parts[1].hasPrefix("q="), let weight = thousandths(parts[1].dropFirst(2)) else {
      return nil
    }
    return (name, weight)
  }

  /// `0.75` as 750: up to three digits after the point, and no more than 1.
  private static func thousandths(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, whole == "0" || whole == "1" else { return nil }
    let digits = parts.count == 2 ? parts[1] : ""
    guard digits.utf8.count <= 3, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    let padded = digits + String(repeating: "0", count: 3 - digits.utf8.count)
    return Int(whole + padded).flatMap { $0 <= 1000 ? $0 : nil }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
