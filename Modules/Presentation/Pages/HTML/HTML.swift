/// A fragment of HTML.
///
/// Interpolated text is always escaped; only another fragment is inserted unchanged. What a person
/// typed can therefore never become markup.
public struct HTML: Sendable, Equatable, ExpressibleByStringInterpolation {
  public let markup: String

  public init(stringLiteral markup: String) { self.markup = markup }

  public init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

  /// Wraps markup from elsewhere that is known to be safe, such as a drawing.
  public init(trusted markup: String) { self.markup = markup }

  public static let empty = HTML(trusted: "")

  public static func + (a: HTML, b: HTML) -> HTML { HTML(trusted: a.markup + b.markup) }

  public var isEmpty: Bool { markup.isEmpty }

  /// Collects literal markup and escaped values.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate(set) var markup: String

    public init(literalCapacity: Int, interpolationCount: Int) {
      markup = ""
      markup.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) { markup += literal }

    public mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

    public mutating func appendInterpolation(_ html: HTML?) {
      if let html { markup += html.markup }
    }

    public mutating func appendInterpolation(_ text: String) {
      HTML.escape(text, into: &markup)
    }

    public mutating func appendInterpolation(_ text: Substring) {
      HTML.escape(String(text), into: &markup)
    }

    public mutating func appendInterpolation(_ number: some BinaryInteger) {
      markup += number.description
    }

    /// Appends a fragment for each element.
    public mutating func appendInterpolation<Elements: Sequence>(
      each elements: Elements,
      _ piece: (Elements.Element) -> HTML
    ) {
      for element in elements { markup += piece(element).markup }
    }

    /// Appends an attribute with a space before it; nothing if there is no value.
    public mutating func appendInterpolation(attribute name: StaticString, _ value: String?) {
      guard let value else { return }
      markup += " \(name)=\""
      HTML.escape(value, into: &markup)
      markup += "\""
    }

    /// Appends an attribute without a value, such as `checked`, with a space before it.
    public mutating func appendInterpolation(attribute name: StaticString, if isThere: Bool) {
      if isThere { markup += " \(name)" }
    }
  }

  /// Escapes text for use between tags and in quoted attributes.
  ///
  /// Source: HTML Living Standard, "Escaping a string".
  static func escape(_ text: String, into markup: inout String) {
    // Most texts have nothing to escape. Bytes are checked as they lie in memory; checking any
    // other kind of text would take an eighth of a page's time.
    let isPlain = text.utf8.withContiguousStorageIfAvailable { !$0.contains(where: isSpecial) }
    guard isPlain != true else {
      markup += text
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": markup += "&amp;"
      case "<": markup += "&lt;"
      case ">": markup += "&gt;"
      case "\"": markup += "&quot;"
      case "'": markup += "&#39;"
      default: markup.unicodeScalars.append(scalar)
      }
    }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }
}

extension Sequence<HTML> {
  /// The concatenated fragments.
  public func joined() -> HTML { HTML(trusted: reduce(into: "") { $0 += $1.markup }) }
}
