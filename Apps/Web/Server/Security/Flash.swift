import Core
import HTTPServing
import HTTPTypes
import Pages

/// Carries a form's message to the next page, in a short-lived cookie.
///
/// It is signed, so that nobody else's words or undo button appear as ours.
struct Flash: Sendable {
  static let cookie = "trellis-message"
  private static let seconds = 60
  /// Browsers store 4096 bytes per cookie.
  private static let longest = 3600

  let secrets: Secrets
  /// The session that the message belongs to; nil if there is only one person.
  let subject: String?

  init(secrets: Secrets, subject: String? = nil) {
    self.secrets = secrets
    self.subject = subject
  }

  init(_ secrets: Secrets, for exchange: HTTPExchange) {
    let visitor = exchange.visitor
    self.init(secrets: secrets, subject: visitor.session == nil ? nil : visitor.subject)
  }

  private var purpose: String { subject.map { "message \($0)" } ?? "message" }

  /// The `Set-Cookie` field with `message`.
  func field(for message: Message) -> String {
    let value = text(of: message) ?? text(of: Message(message.kind, shortened(message.text))) ?? ""
    return "\(Flash.cookie)=\(value); Max-Age=\(Flash.seconds); Path=/; HttpOnly; SameSite=Strict"
  }

  /// The `Set-Cookie` field that removes a message once it is shown.
  static let clearing = "\(cookie)=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict"

  private func text(of message: Message) -> String? {
    guard let bytes = try? JSON.encode(message) else { return nil }
    let content = PercentCoding.encoded(String(decoding: bytes, as: UTF8.self))
    guard content.utf8.count <= Flash.longest else { return nil }
    return content + "." + secrets.signature(of: content, for: purpose)
  }

  private func shortened(_ text: String) -> String {
    // One character may have any number of combining marks.
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(200)))
    return start == text ? text : start + "…"
  }

  /// The message in a cookie; nil if it was not written here.
  func message(in cookies: [String: String]) -> Message? {
    guard let value = cookies[Flash.cookie], let dot = value.lastIndex(of: ".") else { return nil }
    let content = String(value[..<dot])
    let signature = String(value[value.index(after: dot)...])
    guard secrets.isSigned(content, by: signature, for: purpose) else { return nil }
    guard let json = PercentCoding.decoded(content) else { return nil }
    return try? JSON.decode(Message.self, from: Array(json.utf8))
  }
}
