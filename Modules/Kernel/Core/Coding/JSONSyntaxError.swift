/// The first place at which a text is not JSON as RFC 8259 defines it.
public struct JSONSyntaxError: Error, Sendable, Equatable {
  /// What is wrong there.
  public enum Kind: Sendable, Equatable {
    /// The text ends within a value, or before one.
    case incomplete
    /// A byte is not allowed where it is.
    case invalid
    /// Lists and objects are nested deeper than allowed.
    case tooDeep
  }

  public let kind: Kind
  /// The offset of the byte.
  public let offset: Int
  let sentence: String
}

extension JSON {
  /// Checks a text from elsewhere before it is decoded.
  ///
  /// - Parameter maxDepth: how deep lists and objects may be nested.
  /// - Returns: nil for valid JSON.
  public static func syntaxError(in bytes: [UInt8], maxDepth: Int = 512) -> JSONSyntaxError? {
    var scanner = JSONScanner(bytes, maxDepth: maxDepth)
    do throws(JSONSyntaxError) {
      try scanner.scan()
      return nil
    } catch {
      return error
    }
  }
}
