import Journals

/// The kind under which a device stores a fact that arrived without being sealed.
///
/// Only a server, or somebody who has entered the account without its keys, can have added such a
/// fact. No module has the kind, so nothing counts it. The kind that the fact had follows, to give it
/// back as it came.
struct ForeignKind {
  private static let beginning = "sealed.not:"
  private static let erasingBeginning = "sealed.not-erasing:"

  /// The kind that the fact had.
  let original: String
  /// Whether the fact claimed to erase others.
  let erases: Bool

  init(of fact: FactRecord) { (original, erases) = (fact.kind, fact.erases) }

  /// Reads what ``stored`` gives; nil for any other kind.
  init?(stored kind: String) {
    erases = kind.utf8.starts(with: ForeignKind.erasingBeginning.utf8)
    let beginning = erases ? ForeignKind.erasingBeginning : ForeignKind.beginning
    guard kind.utf8.starts(with: beginning.utf8) else { return nil }
    original = String(Substring(kind.utf8.dropFirst(beginning.utf8.count)))
  }

  /// The kind in the device's journal.
  var stored: String {
    (erases ? ForeignKind.erasingBeginning : ForeignKind.beginning) + original
  }
}
