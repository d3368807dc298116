import Core

/// An e-mail address that identifies an account.
///
/// It is never verified by a message, so it must only look valid: its letters do not show whether
/// it can receive mail.
struct EmailAddress: Sendable, Equatable {
  /// The maximum length of an address in bytes.
  ///
  /// Source: RFC 5321, 4.5.3.1.3, without the brackets.
  static let longest = 254
  /// The maximum length of the part before the `@`, in bytes.
  ///
  /// Source: RFC 5321, 4.5.3.1.1.
  private static let longestName = 64

  /// For people: trimmed, in Unicode form NFC, with the domain in lowercase.
  let text: String
  /// For comparison: two addresses with the same key are equal.
  let key: String

  /// - Throws: ``AccountsError/badEmail(_:)``.
  init(_ raw: String) throws(AccountsError) {
    guard raw.utf8.count <= 4 * EmailAddress.longest else { throw EmailAddress.tooLong }
    let given = UnicodeForm.composed(raw.trimmed)
    guard let sign = given.lastIndex(of: "@") else {
      throw .badEmail("It has no @, as in you@example.org.")
    }
    let (name, domain) = (given[..<sign], given[given.index(after: sign)...].lowercased())
    text = "\(name)@\(UnicodeForm.composed(domain))"
    guard text.utf8.count <= EmailAddress.longest, name.utf8.count <= EmailAddress.longestName
    else { throw EmailAddress.tooLong }
    guard !name.isEmpty, name.unicodeScalars.allSatisfy(EmailAddress.isOfName) else {
      throw .badEmail("What is before the @ cannot be part of an address.")
    }
    guard EmailAddress.isDomain(domain) else {
      throw .badEmail("What is behind the @ is not the name of a mail server.")
    }
    key = UnicodeForm.composed(text.lowercased())
  }

  /// The part before the `@`.
  var name: Substring { text[..<(text.lastIndex(of: "@") ?? text.endIndex)] }

  private static let tooLong = AccountsError.badEmail("It is longer than addresses can be.")

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    isPlain(scalar) && !"@<>()[]\\,;:\"".unicodeScalars.contains(scalar)
  }

  private static func isDomain(_ domain: String) -> Bool {
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
        && label.unicodeScalars.allSatisfy { scalar in
          isPlain(scalar)
            && (!scalar.isASCII || scalar == "-" || scalar.properties.isAlphabetic
              || ("0"..."9").contains(scalar))
        }
    }
  }

  /// Whether it is visible, and neither a separator nor a control character.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      && ![.control, .format, .surrogate, .privateUse, .unassigned]
        .contains(properties.generalCategory)
  }
}
