import Core

/// Which passwords are accepted.
///
/// Length is required, and what attackers try first is refused; there are no other rules.
///
/// Source: OWASP ASVS 5.0, 6.2.1 to 6.2.12; NIST SP 800-63B-4, section 3.1.1.2.
enum PasswordRule {
  /// In Unicode scalars, as NIST counts them.
  static let length = 8...512

  /// In characters; a shorter name with four appended symbols is too short anyway.
  private static let shortestName = 4

  /// The bytes that are hashed: the text in form NFC, otherwise as it was typed.
  static func bytes(_ password: String) -> [UInt8] { Array(UnicodeForm.composed(password).utf8) }

  /// - Throws: ``AccountsError/weakPassword(_:)``.
  static func check(_ password: String, of email: EmailAddress) throws(AccountsError) {
    let count = UnicodeForm.composed(password).unicodeScalars.count
    guard count >= length.lowerBound else {
      let words = count.counted("character")
      throw .weakPassword("It has \(words), and at least \(length.lowerBound) are needed.")
    }
    guard count <= length.upperBound else {
      throw .weakPassword("It has more than \(length.upperBound) characters.")
    }
    let plain = password.lowercased()
    let domain = email.key.drop { $0 != "@" }.dropFirst()
    // The domain of a company or a family, whose name everybody there would try.
    let names = domain.split(separator: ".").filter { $0.count >= shortestName }
    let own = [email.key, email.name.lowercased(), String(domain)] + names.map { String($0) }
    guard !own.contains(plain), !own.contains(CommonPasswords.stem(of: plain)) else {
      throw .weakPassword("It is your own address.")
    }
    guard !CommonPasswords.contain(plain) else {
      throw .weakPassword("It is one of those that everybody tries first.")
    }
  }
}
