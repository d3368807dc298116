import Core
import Journals

/// The form of messages between nodes: heads as `SPACE:NUMBER`, separated by commas.
///
/// A space is written as 32 hexadecimal digits.
enum HeadMessage {
  /// PostgreSQL's limit is 8000 bytes.
  private static let mostBytes = 7900
  private static let digits = 32

  /// The texts that tell of these heads.
  static func texts(of heads: [SpaceHead]) -> [String] {
    var texts: [String] = []
    var text = ""
    for head in heads {
      let hex = String(head.space.rawValue, radix: 16)
      let part = String(repeating: "0", count: digits - hex.utf8.count) + "\(hex):\(head.sequence)"
      if !text.isEmpty, text.utf8.count + part.utf8.count + 1 > mostBytes {
        texts.append(text)
        text = ""
      }
      text += text.isEmpty ? part : ",\(part)"
    }
    return text.isEmpty ? texts : texts + [text]
  }

  /// The heads in a text; what is not understood is skipped, since every message is only a hint.
  static func heads(in text: String) -> [SpaceHead] {
    text.split(separator: ",").compactMap { part in
      let halves = part.split(separator: ":")
      guard halves.count == 2, let space = UInt128(halves[0], radix: 16),
        let sequence = Int(halves[1])
      else { return nil }
      return SpaceHead(space: SpaceID(rawValue: space), sequence: sequence)
    }
  }
}
