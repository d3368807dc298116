import Core
import Crypto
import Testing

@testable import Sealing

@Suite struct KeyRingTests {
  private let phrase = RecoveryPhrase()
  private let wrapping = SymmetricKey(size: .bits256)

  private func ring() throws -> KeyRing { KeyRing.new(recovery: try phrase.recoveryKey) }

  private func code(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? DomainError)?.code ?? "\(error)"
    }
  }

  @Test func `a ring is opened by the password's key and by the phrase`() throws {
    let ring = try ring().adding()
    let document = try ring.sealed(for: wrapping)
    #expect(try KeyRing.open(document, wrapping: wrapping) == ring)
    #expect(try KeyRing.open(document, recoveryPhrase: phrase) == ring)
    #expect(document.version == 2)
    #expect(document.recoveryKey == (try phrase.recoveryKey.text))
  }

  @Test func `another password and another phrase open nothing`() throws {
    let document = try ring().sealed(for: wrapping)
    #expect(
      code { _ = try KeyRing.open(document, wrapping: SymmetricKey(size: .bits256)) }
        == "key-ring-locked"
    )
    #expect(
      code { _ = try KeyRing.open(document, recoveryPhrase: RecoveryPhrase()) }
        == "recovery-phrase-wrong"
    )
  }

  @Test func `no two documents of a ring are equal, and none shows a key`() throws {
    let ring = try ring()
    let documents = try (0..<2).map { _ in try ring.sealed(for: wrapping) }
    #expect(documents[0].byPassword != documents[1].byPassword)
    #expect(documents[0].byRecovery != documents[1].byRecovery)
    let json = String(decoding: try JSON.encode(documents[0]), as: UTF8.self)
    #expect(try JSON.decode(KeyRingDocument.self, from: Array(json.utf8)) == documents[0])
    #expect(
      json.hasPrefix(#"{"byPassword":""#) && json.hasSuffix(#"","version":1}"#)
    )
  }

  @Test func `an older form of a ring cannot be passed off as a newer one`() throws {
    let old = try ring().sealed(for: wrapping)
    let relabeled = KeyRingDocument(
      version: 7,
      byPassword: old.byPassword,
      byRecovery: old.byRecovery,
      recoveryKey: old.recoveryKey
    )
    #expect(code { _ = try KeyRing.open(relabeled, wrapping: wrapping) } == "key-ring-locked")
    #expect(
      code { _ = try KeyRing.open(relabeled, recoveryPhrase: phrase) } == "recovery-phrase-wrong"
    )
  }

  @Test func `a server that knows the public key cannot make up a ring`() throws {
    let forged = KeyRing(
      version: 1,
      recovery: RecoveryKey(
        publicKey: try phrase.recoveryKey.publicKey,
        presharedKey: SymmetricKey(size: .bits256)
      ),
      keys: [SymmetricKey(size: .bits256)]
    )
    let document = try forged.sealed(for: SymmetricKey(size: .bits256))
    #expect(
      code { _ = try KeyRing.open(document, recoveryPhrase: phrase) } == "recovery-phrase-wrong"
    )
  }

  @Test func `any changed byte of a document is noticed`() throws {
    let document = try ring().sealed(for: wrapping)
    func changed(_ text: String, at place: Int) -> String {
      var bytes = Array(text.utf8)
      bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      return String(decoding: bytes, as: UTF8.self)
    }
    for place in 0..<document.byPassword.utf8.count {
      let damaged = KeyRingDocument(
        version: document.version,
        byPassword: changed(document.byPassword, at: place),
        byRecovery: changed(document.byRecovery, at: place),
        recoveryKey: document.recoveryKey
      )
      #expect(code { _ = try KeyRing.open(damaged, wrapping: wrapping) } == "key-ring-locked")
      #expect(
        code { _ = try KeyRing.open(damaged, recoveryPhrase: phrase) } == "recovery-phrase-wrong"
      )
    }
  }

  @Test(arguments: ["", "AAAA", "not base 64", String(repeating: "A", count: 44)])
  func `what is no sealed ring is refused`(text: String) throws {
    for version in [1, 0, -1, Int.max, Int.min] {
      let document = KeyRingDocument(
        version: version,
        byPassword: text,
        byRecovery: text,
        recoveryKey: try phrase.recoveryKey.text
      )
      #expect(code { _ = try KeyRing.open(document, wrapping: wrapping) } == "key-ring-locked")
      #expect(
        code { _ = try KeyRing.open(document, recoveryPhrase: phrase) } == "recovery-phrase-wrong"
      )
    }
  }

  @Test func `a new key keeps the old ones, and each form has the next version`() throws {
    let first = try ring()
    let second = first.adding()
    #expect(second.keys.starts(with: first.keys))
    #expect((first.newest, second.newest) == (1, 2))
    #expect(second.keys[0] != second.keys[1])
    let third = second.replacing(recovery: try RecoveryPhrase().recoveryKey)
    #expect(third.keys == second.keys && third.recovery != second.recovery)
    #expect([first, second, third].map(\.version) == [1, 2, 3])
    #expect(
      code {
        _ = try KeyRing.open(third.sealed(for: wrapping), recoveryPhrase: phrase)
      } == "recovery-phrase-wrong"
    )
  }

  @Test func `a proof of the keys stays the same, and is that of the first key alone`() throws {
    let ring = KeyRing(
      version: 1,
      recovery: try phrase.recoveryKey,
      keys: [SymmetricKey(data: (0..<32).map { UInt8($0) })]
    )
    let proof = "b118c4d6bbab9cdd1c1ff0872a29fed4f7e00b6b2f0de89ded40ffdd7c24fd73"
    let verifier = "20f8f1e80fc7256bdff72c1666d47319173d4401cb124668e3c5375b68856ec3"
    let other = try ring.adding().replacing(recovery: RecoveryPhrase().recoveryKey)
    for form in [ring, other] {
      #expect(form.keyProof == proof)
      #expect(form.keyVerifier == verifier)
      #expect(try form.sealed(for: wrapping).keyVerifier == verifier)
    }
    #expect(try self.ring().keyProof != proof)
  }

  @Test func `a device follows only a ring that continues its own`() throws {
    let held = try ring().adding()
    try held.check(continues: held)
    try held.adding().check(continues: held)
    try held.adding().adding().check(continues: held)
    let foreign = try ring().adding().adding()
    let older = KeyRing(version: 1, recovery: held.recovery, keys: Array(held.keys.prefix(1)))
    let fewer = KeyRing(version: 9, recovery: held.recovery, keys: Array(held.keys.prefix(1)))
    for ring in [foreign, older, fewer] {
      #expect(code { try ring.check(continues: held) } == "key-ring-foreign")
    }
    let sameVersion = KeyRing(
      version: held.version,
      recovery: held.recovery,
      keys: held.keys + [SymmetricKey(size: .bits256)]
    )
    #expect(code { try sameVersion.check(continues: held) } == "key-ring-foreign")
  }

  @Test func `a ring is later than that of a server that was restored, and than no other`() throws {
    let given = try ring()
    let held = given.adding()
    #expect(held.isLater(than: given))
    #expect(held.renumbered(9).isLater(than: held))
    let foreign = try ring()
    let otherPhrase = given.replacing(recovery: try RecoveryPhrase().recoveryKey)
    for ring in [held, held.adding(), foreign, otherPhrase] { #expect(!held.isLater(than: ring)) }
  }

  // MARK: Rings that have parted

  @Test func `of two rings the one with more keys stays`() throws {
    let given = try ring()
    let held = given.adding()
    #expect(try held.united(with: held) == held)
    #expect(try held.united(with: given) == held)
    #expect(try given.united(with: held) == held)
    let foreign = try ring().adding().adding()
    #expect(code { _ = try held.united(with: foreign) } == "key-ring-foreign")
  }

  @Test(arguments: [1, 3])
  func `rings to which two devices have added keys are joined, and follow both`(count: Int) throws {
    let common = try ring()
    let held = (0..<count).reduce(common) { ring, _ in ring.adding() }
    let given = common.adding().adding()
    let joined = try held.united(with: given)
    #expect(joined.version == max(held.version, given.version) + 1)
    // The numbers of the server's keys stay, since devices have sealed with them.
    #expect(joined.keys.starts(with: given.keys + Array(held.keys.dropFirst())))
    // Devices that were signed out may have either half, but not the key of what follows.
    #expect(joined.keys.count == given.keys.count + held.keys.count)
    #expect(joined.isLater(than: given))
    for ring in [held, given] {
      try joined.check(continues: ring)
      #expect(try ring.united(with: joined) == joined)
    }
    // A device that was interrupted while it gave the ring to the server has left an earlier
    // number.
    let unfinished = joined.renumbered(given.version + 1)
    let finished = try held.united(with: unfinished)
    #expect(finished.keys == joined.keys)
    try finished.check(continues: held)
    #expect(finished == unfinished || finished.isLater(than: unfinished))
  }

  @Test func `the bytes of a ring are read back, and all others refused`() throws {
    let ring = try ring().adding()
    #expect(try KeyRing(ring.bytes) == ring)
    for count in ring.bytes.indices {
      #expect(code { _ = try KeyRing(Array(ring.bytes.prefix(count))) } == "key-ring-unreadable")
    }
    #expect(code { _ = try KeyRing(ring.bytes + [0]) } == "key-ring-unreadable")
    var generator = SplitMix64(seed: 1)
    var readable = 0
    for _ in 0..<2000 {
      var bytes = ring.bytes
      for _ in 0..<3 {
        bytes[.random(in: bytes.indices, using: &generator)] = .random(
          in: .min ... .max,
          using: &generator
        )
      }
      // Changed keys are keys as well; what is read is a whole ring, which can be used and written.
      guard let changed = try? KeyRing(bytes) else { continue }
      readable += 1
      #expect(try KeyRing(changed.bytes) == changed)
      #expect(changed.adding().keys.count == changed.keys.count + 1)
    }
    #expect(readable > 500 && readable < 2000)
  }
}
