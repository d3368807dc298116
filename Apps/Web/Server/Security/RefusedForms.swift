import Core
import HTTPServing
import Pages

/// Keeps a form that was refused until the page is made on which it is shown once more.
///
/// What was typed may be too long for a cookie, so that only names it. It is stored like responses to
/// commands with a key: nobody can read it without the cookie, and a session ends it.
struct RefusedForms: Sendable {
  static let cookie = "trellis-refused"
  private static let seconds = 60
  /// Larger forms have to be typed again.
  private static let longest = 128 << 10

  let idempotency: IdempotencyStore

  /// Stores a form.
  ///
  /// - Returns: the `Set-Cookie` field that names it; nil if it could not be stored, since a page
  ///   without what was typed is better than none.
  func keep(_ form: RefusedForm, of visitor: Visitor) async -> String? {
    guard let bytes = try? JSON.encode(form), bytes.count <= RefusedForms.longest else {
      return nil
    }
    let name = RandomToken.make(bytes: 16)
    do {
      try await idempotency.keep(bytes, as: RefusedForms.key(name), of: visitor)
    } catch { return nil }
    return RefusedForms.field(name, seconds: RefusedForms.seconds)
  }

  /// The form that a browser's cookie names; nil for none.
  func form(in cookies: [String: String], of visitor: Visitor) async -> RefusedForm? {
    guard let name = cookies[RefusedForms.cookie] else { return nil }
    let bytes = try? await idempotency.kept(as: RefusedForms.key(name), of: visitor)
    return bytes.flatMap { try? JSON.decode(RefusedForm.self, from: $0) }
  }

  /// The `Set-Cookie` field that removes the name once the form is shown.
  static let clearing = field("", seconds: 0)

  /// No command has such a key, since there are no blanks in those.
  private static func key(_ name: String) -> String { "refused form \(name)" }

  private static func field(_ name: String, seconds: Int) -> String {
    "\(cookie)=\(name); Max-Age=\(seconds); Path=/; HttpOnly; SameSite=Strict"
  }
}
