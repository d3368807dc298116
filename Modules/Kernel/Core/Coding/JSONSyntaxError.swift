/// The first position at which a text is not valid JSON as RFC 8259 defines it.
public struct JSONSyntaxError: Error, Sendable, Equatable {
  /// The kind of syntax error.
  public enum Kind: Sendable, Equatable {
    /// The text ends within a value, or before the first one.
    case incomplete
    /// A byte is not allowed at its position.
    case invalid
    /// Lists and objects are nested deeper than allowed.
    case tooDeep
  }

  public let kind: Kind
  /// The offset of the byte in the text.
  public let offset: Int
  let sentence: String
}

extension JSON {
  /// Checks a text from an external source before it is decoded.
  ///
  /// - Parameter maxDepth: the greatest depth to which lists and objects may be nested.
  /// - Returns: nil for valid JSON.
  public static func syntaxError(in bytes: [UInt8], maxDepth: Int) -> JSONSyntaxError? {
    var scanner = JSONScanner(bytes, maxDepth: maxDepth)
    do throws(JSONSyntaxError) {
      try scanner.scan()
      return nil
    } catch {
      return error
    }
  }
}
