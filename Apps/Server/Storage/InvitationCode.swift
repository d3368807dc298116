/// The code of an invitation, as a person types it: `K3T9A-…`.
///
/// 128 bits in Crockford's base 32, without letters that look like digits.
///
/// Source: Douglas Crockford, "Base 32", crockford.com/base32.html.
package struct InvitationCode: Sendable, Equatable {
  private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
  /// 26 digits have 130 bits; the first has only three of them.
  private static let count = 26
  private static let group = 5

  private let value: UInt128

  package init(random: RandomBytes) { value = random(16).reduce(0) { $0 << 8 | UInt128($1) } }

  /// Reads what somebody typed, in either case, with lookalike letters; nil for other text.
  package init?(_ typed: String) {
    var value: UInt128 = 0
    var count = 0
    for character in typed.prefix(100).uppercased() where !" -\u{2010}\u{2013}".contains(character)
    {
      let digit: Character = ["O": "0", "I": "1", "L": "1"][character] ?? character
      guard let index = InvitationCode.digits.firstIndex(of: digit), count < InvitationCode.count,
        count > 0 || index < 8
      else { return nil }
      value = value << 5 | UInt128(index)
      count += 1
    }
    guard count == InvitationCode.count else { return nil }
    self.value = value
  }

  /// In groups of five, the last with six.
  package var text: String {
    var text = ""
    for place in 0..<InvitationCode.count {
      if place > 0, place % InvitationCode.group == 0, place < 25 { text += "-" }
      let shift = 5 * (InvitationCode.count - 1 - place)
      text.append(InvitationCode.digits[Int(truncatingIfNeeded: value >> shift) & 31])
    }
    return text
  }

  /// The stored hash of it.
  package var hash: [UInt8] { Secret.hash(text) }
}
