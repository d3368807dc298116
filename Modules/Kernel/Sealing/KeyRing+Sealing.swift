import Core
import Crypto
import FoundationEssentials

/// Seals the ring for the server, which keeps it and passes it on.
extension KeyRing {
  /// RFC 9180: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.
  private static var suite: HPKE.Ciphersuite {
    HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
  }
  private static let purpose = Array("trellis key ring".utf8)
  private static let encapsulatedBytes = 32

  /// Seals the ring for the password from which `wrapping` derives (``PasswordKeys``), and for the
  /// recovery phrase.
  ///
  /// - Throws: an error only if the cryptographic library fails.
  public func sealed(for wrapping: SymmetricKey) throws -> KeyRingDocument {
    let binding = KeyRing.binding(version: version, recoveryKey: recovery.text)
    let byPassword = try AES.GCM.seal(bytes, using: wrapping, authenticating: binding)
    guard let combined = byPassword.combined else { throw CryptoKitError.incorrectParameterSize }
    var sender = try HPKE.Sender(
      recipientKey: recovery.publicKey,
      ciphersuite: KeyRing.suite,
      info: Data(KeyRing.purpose),
      presharedKey: recovery.presharedKey,
      presharedKeyIdentifier: Data(KeyRing.purpose)
    )
    let byRecovery = try sender.seal(bytes, authenticating: binding)
    return KeyRingDocument(
      version: version,
      byPassword: combined.base64EncodedString(),
      byRecovery: (sender.encapsulatedKey + byRecovery).base64EncodedString(),
      recoveryKey: recovery.text,
      keyVerifier: keyVerifier
    )
  }

  /// Opens a ring with the key that derives from the password.
  ///
  /// - Throws: a `DomainError` if it was sealed for another password, or changed since.
  public static func open(
    _ document: KeyRingDocument,
    wrapping: SymmetricKey
  ) throws(DomainError) -> KeyRing {
    let ring: KeyRing?
    do {
      let box = try AES.GCM.SealedBox(combined: try data(document.byPassword))
      ring = try KeyRing(
        Array(AES.GCM.open(box, using: wrapping, authenticating: binding(document)))
      )
    } catch {
      ring = nil
    }
    guard let ring, ring.isThat(of: document) else {
      throw DomainError(
        "key-ring-locked",
        "The key ring of this account does not open with this password: it was sealed for another "
          + "one, or changed on the server. Nothing was changed. Try the password you had before, or "
          + "open it by the recovery phrase:  trellis sync recover"
      )
    }
    return ring
  }

  /// Opens a ring with the recovery phrase.
  ///
  /// - Throws: a `DomainError` if it was sealed for another phrase, or by somebody who has neither
  ///   the phrase nor a device of the account.
  public static func open(
    _ document: KeyRingDocument,
    recoveryPhrase phrase: RecoveryPhrase
  ) throws(DomainError) -> KeyRing {
    let ring: KeyRing?
    do {
      let bytes = try data(document.byRecovery)
      var recipient = try HPKE.Recipient(
        privateKey: try phrase.privateKey,
        ciphersuite: suite,
        info: Data(purpose),
        encapsulatedKey: bytes.prefix(encapsulatedBytes),
        presharedKey: phrase.presharedKey,
        presharedKeyIdentifier: Data(purpose)
      )
      let ciphertext = bytes.dropFirst(encapsulatedBytes)
      ring = try KeyRing(Array(recipient.open(ciphertext, authenticating: binding(document))))
    } catch {
      ring = nil
    }
    guard let ring, ring.isThat(of: document) else {
      throw DomainError(
        "recovery-phrase-wrong",
        "This recovery phrase does not open the key ring of this account: it is another account's, "
          + "or was replaced by a newer one. Nothing was changed. Look for another note of it, or for a "
          + "device that is still signed in."
      )
    }
    return ring
  }

  private func isThat(of document: KeyRingDocument) -> Bool {
    version == document.version && recovery.text == document.recoveryKey
  }

  private static func binding(_ document: KeyRingDocument) -> [UInt8] {
    binding(version: document.version, recoveryKey: document.recoveryKey)
  }

  /// The data that a sealed ring is bound to.
  ///
  /// The recovery key names the account: its id does not exist yet when the first ring is sealed.
  private static func binding(version: Int, recoveryKey: String) -> [UInt8] {
    var writer = ByteWriter()
    writer.write("trellis key ring 1")
    writer.write(Int64(version))
    writer.write(recoveryKey)
    return writer.bytes
  }

  private static func data(_ base64: String) throws -> Data {
    // The last letter may have unused bits: no two documents may mean the same ring.
    guard let data = Data(base64Encoded: base64), data.base64EncodedString() == base64 else {
      throw CryptoKitError.incorrectParameterSize
    }
    return data
  }
}
