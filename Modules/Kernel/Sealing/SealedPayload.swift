import Core
import FoundationEssentials

/// The payload of a sealed fact: `{"key":1,"sealed":"<base 64>"}`.
///
/// JSON, since payloads travel and are exported as JSON.
struct SealedPayload: Equatable {
  /// The number of the key in the ring.
  let key: Int
  /// Nonce, ciphertext and tag.
  let box: [UInt8]

  init(key: Int, box: [UInt8]) {
    self.key = key
    self.box = box
  }

  /// Reads exactly what ``bytes`` writes; nil for anything else, so that each payload is unique.
  init?(_ bytes: [UInt8]) {
    guard let members = try? JSON.decode(Members.self, from: bytes), members.key > 0,
      let box = Data(base64Encoded: members.sealed)
    else { return nil }
    self.init(key: members.key, box: Array(box))
    guard self.bytes == bytes else { return nil }
  }

  var bytes: [UInt8] {
    var members = JSONMembers(capacity: box.count * 4 / 3 + 32)
    members.write("key", Int64(key))
    members.write("sealed", Data(box).base64EncodedString())
    return members.finish()
  }

  private struct Members: Decodable {
    let key: Int
    let sealed: String
  }
}
