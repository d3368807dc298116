import Crypto

/// The content encoding `aes128gcm`: records with the same key, each of which proves its position.
///
/// Source: RFC 8188, section 2.
struct EncryptedContent {
  static let saltLength = 16
  /// Salt, record size and the length of the key's name.
  static let headerLength = saltLength + 4 + 1
  /// The overhead of a record beside its text: the tag of AES-GCM and the delimiter.
  static let overhead = 16 + 1

  private let key: SymmetricKey
  private let nonce: [UInt8]
  private let header: [UInt8]

  /// - Parameters:
  ///   - material: the secret that both sides know.
  ///   - recordSize: the number of bytes of each encrypted record except the last.
  ///   - keyName: tells the other side which secret it is; at most 255 bytes.
  init(material: SymmetricKey, salt: [UInt8], recordSize: Int, keyName: [UInt8]) {
    func derived(_ label: String, _ count: Int) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: material,
        salt: salt,
        info: Array("Content-Encoding: \(label)\0".utf8),
        outputByteCount: count
      )
    }
    key = derived("aes128gcm", 16)
    nonce = derived("nonce", 12).withUnsafeBytes { Array($0) }
    let size = withUnsafeBytes(of: UInt32(recordSize).bigEndian) { Array($0) }
    header = salt + size + [UInt8(keyName.count)] + keyName
  }

  /// One record with the zeros that hide its length.
  struct Record {
    let text: [UInt8]
    var padding = 0
  }

  /// The whole content.
  func seal(_ records: [Record]) throws -> [UInt8] {
    var sealed = header
    for (number, record) in records.enumerated() {
      // The delimiter of the last record differs, so that none can be cut off.
      let delimiter: UInt8 = number == records.count - 1 ? 2 : 1
      let padded =
        record.text + [delimiter] + [UInt8](repeating: 0, count: record.padding)
      let box = try AES.GCM.seal(padded, using: key, nonce: AES.GCM.Nonce(data: nonce(of: number)))
      sealed += box.ciphertext
      sealed += box.tag
    }
    return sealed
  }

  private func nonce(of number: Int) -> [UInt8] {
    var result = nonce
    withUnsafeBytes(of: UInt64(number).bigEndian) { bytes in
      for (index, byte) in bytes.enumerated() { result[4 + index] ^= byte }
    }
    return result
  }
}
