import Core
import SobrietyContract

/// Finding substances by what a person types, and naming new ones.
extension SobrietyState {
  /// What is meant by a name or an id.
  ///
  /// Where nothing is typed it is alcohol, else the first that was added. Nil when it is not there.
  func find(_ text: String?) -> Substance? {
    let all = substances
    guard let text else {
      return all.first { $0.isAlcohol } ?? all.first
    }
    let wanted = SubstanceNames.folded(text)
    if let named = all.first(where: { SubstanceNames.folded($0.name) == wanted }) { return named }
    guard let id = SubstanceID(text) else { return nil }
    return all.first { $0.id == id }
  }

  /// The same for questions and settings, which begin nothing: alcohol where nothing is typed and
  /// nothing is there.
  func standing(_ text: String?) throws -> Substance {
    if let found = find(text) { return found }
    let name = try SubstanceNames.checked(text ?? Substance.defaultName)
    let isDefault = SubstanceNames.folded(name) == SubstanceNames.folded(Substance.defaultName)
    guard isDefault else { throw unknown(name) }
    return Substance(id: newID(of: name), name: Substance.defaultName)
  }

  /// The same for marks, with which a substance begins.
  func standingOrNew(_ text: String?) throws -> Substance {
    if let found = find(text) { return found }
    let name = try SubstanceNames.checked(text ?? Substance.defaultName)
    if SubstanceNames.folded(name) == SubstanceNames.folded(Substance.defaultName) {
      return Substance(id: newID(of: name), name: Substance.defaultName)
    }
    return Substance(id: newID(of: name), name: name)
  }

  func unknown(_ name: String) -> DomainError {
    let names = substances.map { "“\($0.name)”" }.joined(separator: ", ")
    let known = names.isEmpty ? "Nothing is kept here yet." : "There is \(names)."
    return DomainError(
      "unknown-substance",
      "Nothing is kept here about “\(name)”, and nothing was changed. \(known) "
        + "A new one begins with its first marked day."
    )
  }

  /// The id of a substance that begins.
  ///
  /// Made from its name, so that devices which do not know of each other yet begin the same one.
  /// One that was deleted begins anew under the next id.
  private func newID(of name: String) -> SubstanceID {
    var generation = 1
    while true {
      let id = SubstanceNames.id(of: name, generation: generation)
      guard records[id]?.isDeleted == true else { return id }
      generation += 1
    }
  }
}

enum SubstanceNames {
  /// Without spaces at its ends, one space between words; refuses what is empty or too long.
  static func checked(_ raw: String) throws -> String {
    let name = raw.split { $0.isWhitespace }.joined(separator: " ")
    guard !name.isEmpty else {
      throw DomainError(
        "substance-missing",
        "A substance needs a name, such as “Alcohol”. Nothing was changed."
      )
    }
    guard name.count <= Substance.longestName else {
      throw DomainError(
        "substance-too-long",
        "The name of a substance may have up to \(Substance.longestName) characters; this one has "
          + "\(name.count). Nothing was changed."
      )
    }
    return name
  }

  /// The form in which names are compared.
  static func folded(_ name: String) -> String {
    name.split { $0.isWhitespace }.joined(separator: " ").lowercased()
  }

  static func id(of name: String, generation: Int) -> SubstanceID {
    SubstanceID(named: "sobriety\u{1F}\(folded(name))\u{1F}\(generation)")
  }
}
