import Core
import Testing

@testable import Sealing

@Suite struct RecoveryPhraseTests {
  private func phrase(_ seed: UInt64 = 1) -> RecoveryPhrase {
    var generator = SplitMix64(seed: seed)
    return RecoveryPhrase(using: &generator)
  }

  private func typos(in text: String) -> String {
    do {
      _ = try RecoveryPhrase(text)
      return "none"
    } catch {
      #expect(!text.split(separator: "-").contains { error.message.contains($0) })
      return error.message
    }
  }

  @Test func `a phrase has eight groups of five, and is read back`() throws {
    for seed in 0..<200 as Range<UInt64> {
      let phrase = phrase(seed)
      #expect(phrase.groups.map(\.count) == [Int](repeating: 5, count: 8))
      #expect(phrase.text.utf8.count == 47)
      #expect(!phrase.text.contains { "ILOU".contains($0) })
      #expect(try RecoveryPhrase(phrase.text) == phrase)
    }
    #expect(RecoveryPhrase() != RecoveryPhrase())
  }

  @Test func `the text of a phrase is the same for ever`() {
    #expect(phrase().text == "RCB1D-QGME5-NJCZ8-RHN7Z-CYX1P-8KSNK-KY6NV-4HGQ3")
  }

  @Test func `case, spaces, dashes and letters that look like digits do not matter`() throws {
    for seed in 0..<50 as Range<UInt64> {
      let phrase = phrase(seed)
      let variants = [
        phrase.text.lowercased(),
        phrase.groups.joined(separator: " "),
        phrase.groups.joined(),
        "  \(phrase.groups.joined(separator: " – "))\n",
        phrase.text.replacing("0", with: "O").replacing("1", with: "I"),
        phrase.text.replacing("0", with: "o").replacing("1", with: "l"),
        phrase.text.map { "\($0) " }.joined(),
      ]
      for variant in variants { #expect(try RecoveryPhrase(variant) == phrase, "\(variant)") }
    }
  }

  @Test func `a phrase is recognized in spite of typos, and told from passwords`() throws {
    for seed in 0..<50 as Range<UInt64> {
      let phrase = phrase(seed)
      for variant in [phrase.text, phrase.groups.joined(), phrase.groups.joined(separator: " ")] {
        #expect(try RecoveryPhrase.recognized(in: variant.lowercased()) == phrase)
        let typos = ["\(variant.dropLast())", "U\(variant.dropFirst())", "\(variant)U"]
        for mistyped in typos {
          #expect(throws: DomainError.self) { try RecoveryPhrase.recognized(in: mistyped) }
        }
      }
    }
    let passwords = [
      "", "five random words and one", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
      "abcde-abcde-abcde-abcde-abcde-abcde-abcde-abcde", "a b c d e f g h",
    ]
    for password in passwords {
      #expect(try RecoveryPhrase.recognized(in: password) == nil, "\(password)")
    }
  }

  @Test func `a phrase of which something is missing or there twice is no password`() {
    for seed in 0..<50 as Range<UInt64> {
      let groups = phrase(seed).groups
      for place in groups.indices {
        var (shorter, longer) = (groups, groups)
        shorter.remove(at: place)
        longer.insert(groups[place], at: place)
        for typed in [shorter, longer] {
          for separator in ["-", ""] {
            let text = typed.joined(separator: separator)
            #expect(throws: DomainError.self) { try RecoveryPhrase.recognized(in: text) }
          }
        }
      }
      let symbols = Array(groups.joined())
      for place in symbols.indices {
        var (shorter, longer) = (symbols, symbols)
        shorter.remove(at: place)
        longer.insert(symbols[place], at: place)
        for typed in [String(shorter), String(longer)] {
          #expect(throws: DomainError.self) { try RecoveryPhrase.recognized(in: typed) }
        }
      }
    }
  }

  @Test func `every wrong symbol is noticed, and its group named`() {
    let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    let text = Array(phrase().text)
    for place in text.indices where text[place] != "-" {
      for symbol in alphabet where symbol != text[place] {
        var typed = text
        typed[place] = symbol
        #expect(typos(in: String(typed)).contains("in group \(place / 6 + 1) of"))
      }
    }
  }

  @Test func `every two symbols that are swapped within a group are noticed`() {
    for seed in 0..<50 as Range<UInt64> {
      let text = Array(phrase(seed).text)
      for place in text.indices {
        for other in text.indices where other > place && other / 6 == place / 6 {
          guard text[place] != text[other], text[other] != "-" else { continue }
          var typed = text
          typed.swapAt(place, other)
          #expect(typos(in: String(typed)).contains("in group \(place / 6 + 1) of"))
        }
      }
    }
  }

  @Test func `groups that are swapped are named`() {
    var groups = phrase().groups
    groups.swapAt(2, 6)
    #expect(typos(in: groups.joined(separator: "-")).contains("in groups 3, 7 of"))
  }

  @Test func `strange characters and groups of another length are named`() {
    var groups = phrase().groups
    groups[4] = "AB?DU"
    #expect(typos(in: groups.joined(separator: "-")).contains("in group 5 of"))
    groups = phrase().groups
    groups[1].removeLast()
    groups[7] += "X"
    groups[7] += "Y"
    #expect(typos(in: groups.joined(separator: " ")).contains("in groups 2, 8 of"))
  }

  @Test(arguments: ["", "-", "ABCDE", String(repeating: "0", count: 41), "🙂🙂", "\u{0}"])
  func `a phrase of another length is refused with its length`(text: String) {
    #expect(typos(in: text).contains("8 groups of 5"))
  }

  @Test func `what derives from a phrase is the same for ever`() throws {
    let key = try phrase().recoveryKey
    #expect(key.text == "814df055b4e2d84a523de0569fe730d4d0eaee152027f2d4522277cf400d4e1f")
    #expect(
      Hexadecimal.text(key.presharedKey.bytes)
        == "bfcdde82a5a7f19ccfcd5230261e37badd73be912a1b2c555ac527d5c1339d1b"
    )
    #expect(try phrase(2).recoveryKey != key)
  }
}
