import ServerStorage

/// The code of a device that a person types where they are signed in: `WDJB-MJHT`.
///
/// Eight of twenty consonants, which form no words: 34 bits, valid for ten minutes and a few
/// attempts.
///
/// Source: RFC 8628, sections 5.1 and 6.1.
struct UserCode: Sendable, Equatable {
  private static let letters = Array("BCDFGHJKLMNPQRSTVWXZ")
  private static let count = 8

  /// With a dash in the middle.
  let text: String

  init(random: RandomBytes) {
    var letters: [Character] = []
    while letters.count < UserCode.count {
      // The largest multiple of 20 that fits into a byte, so that all letters are equally likely.
      for byte in random(UserCode.count) where byte < 240 && letters.count < UserCode.count {
        letters.append(UserCode.letters[Int(byte) % UserCode.letters.count])
      }
    }
    text = UserCode.written(letters)
  }

  /// Reads what somebody typed, in either case; nil for other text.
  init?(_ typed: String) {
    let letters = typed.prefix(100).uppercased().filter { !" -\u{2010}\u{2013}".contains($0) }
    guard letters.count == UserCode.count, letters.allSatisfy(UserCode.letters.contains) else {
      return nil
    }
    text = UserCode.written(Array(letters))
  }

  private static func written(_ letters: [Character]) -> String {
    String(letters[..<4]) + "-" + String(letters[4...])
  }
}
