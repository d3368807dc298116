import Core
import Pages

/// Remembers in a cookie which parts of pages a person has folded.
///
/// Like ``PutOff`` it concerns this browser and is not part of the history.
struct Folded: Sendable {
  static let cookie = "trellis-folded"
  /// A cookie has at most 4096 bytes; the most recently folded names stay.
  private static let most = 64

  /// The names in the order in which they were folded.
  let names: [String]
  let isChanged: Bool

  /// - Parameter query: the page's query; a name in it is folded or unfolded from now on.
  init(_ cookies: [String: String], _ query: [String: String]) {
    let kept = (cookies[Folded.cookie] ?? "").split(separator: ".").map(String.init)
    let before = Array(kept.filter(Folded.isName).suffix(Folded.most))
    let asked = query[PageRequest.folding].flatMap { Folded.isName($0) ? $0 : nil }
    let freed = query[PageRequest.unfolding]
    let rest = before.filter { $0 != asked && $0 != freed }
    names = Array((rest + [asked].compactMap { $0 }).suffix(Folded.most))
    isChanged = names != before
  }

  private static func isName(_ text: String) -> Bool {
    (1...20).contains(text.utf8.count)
      && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
  }

  /// The `Set-Cookie` field; it is kept for a year after the last change.
  var field: String {
    let value = names.joined(separator: ".")
    return "\(Folded.cookie)=\(value); Max-Age=31536000; Path=/; HttpOnly; SameSite=Strict"
  }
}
