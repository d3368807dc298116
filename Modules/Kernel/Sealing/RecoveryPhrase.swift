import Core
import Crypto

/// 160 random bits that open the key ring of an account whose password is lost.
///
/// It is written as eight groups of five letters and digits of Crockford's base 32, which leaves
/// out I, L, O and U. The last of each group checks the other four and their place.
public struct RecoveryPhrase: Sendable, Equatable {
  static let groupCount = 8
  static let groupLength = 5
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// Values of 0 to 31, without the check symbols.
  private let symbols: [UInt8]

  /// A new phrase.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  init(using generator: inout some RandomNumberGenerator) {
    symbols = (0..<(RecoveryPhrase.groupCount * 4)).map { _ in
      UInt8.random(in: 0..<32, using: &generator)
    }
  }

  /// The groups, in order.
  public var groups: [String] {
    (0..<RecoveryPhrase.groupCount).map { group in
      let values = symbols[(4 * group)..<(4 * group + 4)]
      let check = RecoveryPhrase.check(values, in: group)
      return String(
        decoding: (values + [check]).map { RecoveryPhrase.alphabet[Int($0)] },
        as: UTF8.self
      )
    }
  }

  /// The groups with dashes between them: 47 characters.
  public var text: String { groups.joined(separator: "-") }

  /// Reads a phrase that a person has written down.
  ///
  /// It may be in either case, with or without spaces and dashes, with O for 0, and I or L for 1.
  ///
  /// - Throws: a `DomainError` that names the groups with typos. It repeats nothing of the phrase,
  ///   since errors end up in logs.
  public init(_ text: String) throws(DomainError) {
    let values = try RecoveryPhrase.values(in: text)
    var symbols: [UInt8] = []
    var mistyped: [Int] = []
    for group in 0..<RecoveryPhrase.groupCount {
      let first = group * RecoveryPhrase.groupLength
      let body = values[first..<(first + 4)]
      if RecoveryPhrase.check(body, in: group) != values[first + 4] { mistyped.append(group + 1) }
      symbols += body
    }
    guard mistyped.isEmpty else { throw RecoveryPhrase.typo(in: mistyped) }
    self.symbols = symbols
  }

  /// Reads a phrase where something else may have been typed, such as a password.
  ///
  /// - Returns: nil if the text does not even resemble a phrase.
  /// - Throws: the errors of ``init(_:)``.
  public static func recognized(in text: String) throws(DomainError) -> RecoveryPhrase? {
    guard resembles(text) else { return nil }
    return try RecoveryPhrase(text)
  }

  /// Whether a text is a phrase, perhaps with typos: at least half of its groups are right.
  ///
  /// If something is missing or there twice, those before it are in their places from the first
  /// group on, and those after it from the last one back. Of a million texts that only look like a
  /// phrase, such as 40 random hexadecimal digits, fewer than a hundred pass for it, and fewer than
  /// two hundred if they have another length.
  public static func resembles(_ text: String) -> Bool {
    let written = text.unicodeScalars.split(whereSeparator: isSeparator).map { Array($0) }
    let all = written.flatMap { $0 }
    let counted = divided(all)
    let countedBack = divided(Array(all.dropFirst(all.count % groupLength)))
    return isHalfRight(written, from: 0) || isHalfRight(counted, from: 0)
      || isHalfRight(written, from: groupCount - written.count)
      || isHalfRight(countedBack, from: groupCount - countedBack.count)
  }

  private static func divided(_ scalars: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
    stride(from: 0, to: scalars.count, by: groupLength).map {
      Array(scalars[$0..<min($0 + groupLength, scalars.count)])
    }
  }

  /// - Parameter first: the place of the first group.
  private static func isHalfRight(_ groups: [[Unicode.Scalar]], from first: Int) -> Bool {
    let right = groups.indices.count { index in
      let place = first + index
      return (0..<groupCount).contains(place) && isRight(groups[index], in: place)
    }
    return right >= groupCount / 2
  }

  private static func isRight(_ group: [Unicode.Scalar], in place: Int) -> Bool {
    let values = group.compactMap { value(of: $0) }
    return group.count == groupLength && values.count == groupLength
      && check(values.prefix(4), in: place) == values[4]
  }

  /// The values of all 40 characters.
  private static func values(in text: String) throws(DomainError) -> [UInt8] {
    var values: [UInt8] = []
    var strange: [Int] = []
    for scalar in text.unicodeScalars where !isSeparator(scalar) {
      if let value = value(of: scalar) {
        values.append(value)
      } else {
        strange.append(min(values.count / groupLength, groupCount - 1) + 1)
        values.append(0)
      }
    }
    guard values.count == groupCount * groupLength else {
      let lengths = text.unicodeScalars.split(whereSeparator: isSeparator).map(\.count)
      let uneven = lengths.indices.filter { lengths[$0] != groupLength }.map { $0 + 1 }
      if lengths.count == groupCount, !uneven.isEmpty { throw typo(in: uneven) }
      throw DomainError(
        "recovery-phrase-length",
        "A recovery phrase has \(groupCount) groups of \(groupLength) letters and digits, together "
          + "\(groupCount * groupLength); this one has \(values.count). Nothing was changed: look "
          + "for a group that is missing or there twice."
      )
    }
    guard strange.isEmpty else { throw typo(in: Array(Set(strange)).sorted()) }
    return values
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .dashPunctuation
  }

  private static func value(of scalar: Unicode.Scalar) -> UInt8? {
    guard let ascii = UInt8(exactly: scalar.value) else { return nil }
    let isLowercase = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(ascii)
    switch isLowercase ? ascii - 32 : ascii {
    case UInt8(ascii: "O"): return 0
    case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
    case let capital: return alphabet.firstIndex(of: capital).map { UInt8($0) }
    }
  }

  /// The symbol that checks a group.
  ///
  /// In the field of 32 elements, it is the sum of the group's symbols, each multiplied by a
  /// different power of a generator, and of a constant for the group's place. One wrong symbol, two
  /// swapped symbols and swapped groups are therefore always noticed.
  private static func check(_ values: ArraySlice<UInt8>, in group: Int) -> UInt8 {
    values.reduce(UInt8(group + 1)) { sum, value in doubled(sum) ^ doubled(value) }
  }

  /// The double of an element, modulo x⁵ + x² + 1.
  private static func doubled(_ value: UInt8) -> UInt8 {
    value & 0x10 == 0 ? value << 1 : (value << 1 ^ 0x25) & 0x1F
  }

  private static func typo(in groups: [Int]) -> DomainError {
    let names = groups.map(String.init).joined(separator: ", ")
    return DomainError(
      "recovery-phrase-mistyped",
      "There is a typo in group\(groups.count == 1 ? "" : "s") \(names) of the recovery phrase. "
        + "Nothing was changed: compare with what you wrote down."
    )
  }

  // MARK: What is derived from it

  /// What a device needs to seal a key ring for this phrase, and to notice a made-up one.
  ///
  /// It cannot open anything.
  public var recoveryKey: RecoveryKey {
    get throws { RecoveryKey(publicKey: try privateKey.publicKey, presharedKey: presharedKey) }
  }

  var privateKey: Curve25519.KeyAgreement.PrivateKey {
    get throws {
      try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: derived("trellis recovery").bytes)
    }
  }

  var presharedKey: SymmetricKey { derived("trellis recovery sender") }

  /// 160 random bits need no slow derivation.
  private func derived(_ purpose: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: symbols),
      info: Array(purpose.utf8),
      outputByteCount: 32
    )
  }
}
