import Core
import HTTPTypes
import Pages

/// Carries what a form had to say over to the next page, in a cookie that lives for a moment.
///
/// Signed, since all programs of a machine share cookies: a message may bring a button that takes
/// something back.
struct Flash: Sendable {
  static let cookie = "trellis-message"
  private static let seconds = 60
  /// Browsers keep 4096 bytes of a cookie.
  private static let longest = 3600

  let secrets: Secrets

  /// The field that hands over `message`.
  func field(for message: Message) -> String {
    let value = text(of: message) ?? text(of: Message(message.kind, shortened(message.text))) ?? ""
    return "\(Flash.cookie)=\(value); Max-Age=\(Flash.seconds); Path=/; HttpOnly; SameSite=Strict"
  }

  /// The field that takes a message back once it is shown.
  static let clearing = "\(cookie)=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict"

  private func text(of message: Message) -> String? {
    guard let bytes = try? JSON.encode(message) else { return nil }
    let content = PercentCoding.encoded(String(decoding: bytes, as: UTF8.self))
    guard content.utf8.count <= Flash.longest else { return nil }
    return content + "." + secrets.signature(of: content, for: "message")
  }

  private func shortened(_ text: String) -> String {
    text.count > 200 ? String(text.prefix(200)) + "…" : text
  }

  /// The message in a cookie; nil for what was not written here.
  func message(in cookies: [String: String]) -> Message? {
    guard let value = cookies[Flash.cookie], let dot = value.lastIndex(of: ".") else { return nil }
    let content = String(value[..<dot])
    let signature = String(value[value.index(after: dot)...])
    guard secrets.isSigned(content, by: signature, for: "message") else { return nil }
    guard let json = PercentCoding.decoded(content) else { return nil }
    return try? JSON.decode(Message.self, from: Array(json.utf8))
  }
}
