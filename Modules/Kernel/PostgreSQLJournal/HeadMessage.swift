import Core
import Journals

/// The form of messages between nodes: heads as `SPACE:NUMBER`, separated by commas.
enum HeadMessage {
  /// PostgreSQL's limit is 8000 bytes.
  private static let mostBytes = 7900

  /// The messages with these heads.
  static func texts(of heads: [SpaceHead]) -> [String] {
    var texts: [String] = []
    var text = ""
    for head in heads {
      let part = "\(head.space):\(head.sequence)"
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
      guard halves.count == 2, let space = SpaceID(String(halves[0])),
        let sequence = Int(halves[1])
      else { return nil }
      return SpaceHead(space: space, sequence: sequence)
    }
  }
}
