import Core
import Pages

/// Remembers in a cookie what a person has postponed until their day ends, such as an offer.
///
/// It concerns this browser and is not part of the history: losing it does no harm.
struct PutOff: Sendable {
  static let cookie = "trellis-later"
  private static let most = 8
  private static let longest = 20

  /// The names, and whether one of them is new.
  let names: Set<String>
  let isChanged: Bool
  private let today: Day

  /// - Parameter query: the page's query; a name in it is postponed from now on.
  init(_ cookies: [String: String], _ query: [String: String], today: Day) {
    self.today = today
    let words = (cookies[PutOff.cookie] ?? "").split(separator: ".").map(String.init)
    let kept = words.first == today.description ? words.dropFirst().prefix(PutOff.most) : []
    let before = Set(kept.filter(PutOff.isName))
    let asked = query[PageRequest.puttingOff].flatMap { PutOff.isName($0) ? $0 : nil }
    names = before.union([asked].compactMap { $0 })
    isChanged = names != before
  }

  private static func isName(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy { (97...122).contains($0) }
  }

  /// The `Set-Cookie` field; a day later the names are no longer accepted.
  var field: String {
    let value = ([today.description] + names.sorted().prefix(PutOff.most)).joined(separator: ".")
    return "\(PutOff.cookie)=\(value); Max-Age=86400; Path=/; HttpOnly; SameSite=Strict"
  }
}
