import Core
import SobrietyContract

/// Finds substances by the text that the user types, and names new ones.
extension SobrietyState {
  /// Returns the substance with a name or an ID; nil if there is none.
  ///
  /// Without a text it is alcohol, otherwise the first substance added.
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

  /// Returns the substance for queries and settings, which do not create one.
  ///
  /// Falls back to alcohol if no substance exists; throws if none is found. Beside others, alcohol is
  /// begun like any: somebody may mean the one that had that name before it was renamed.
  func standing(_ text: String?) throws -> Substance {
    if let found = find(text) { return found }
    let name = try SubstanceNames.checked(text ?? Substance.defaultName)
    let isDefault = SubstanceNames.folded(name) == SubstanceNames.folded(Substance.defaultName)
    guard isDefault, substances.isEmpty else { throw unknown(name) }
    return Substance(id: newID(of: name), name: Substance.defaultName)
  }

  /// Returns the substance that ``BeginRun`` is about, which may be a new one.
  ///
  /// Throws if the name is nearly that of a substance, unless `isNew` says that it is another.
  func begun(_ text: String?, isNew: Bool) throws -> Substance {
    if let found = find(text) { return found }
    let name = try SubstanceNames.checked(text ?? Substance.defaultName)
    let folded = SubstanceNames.folded(name)
    if !isNew, let near = SpellingSuggestion.nearest(to: folded, in: substances.map(\.name)) {
      throw DomainError(
        "name-is-near",
        "There is “\(near)” already, which is nearly “\(name)”. Nothing was changed: use that name, "
          + "or say that a new calendar is meant.",
        about: "name"
      )
    }
    let isDefault = folded == SubstanceNames.folded(Substance.defaultName)
    return Substance(id: newID(of: name), name: isDefault ? Substance.defaultName : name)
  }

  func unknown(_ name: String) -> DomainError {
    let names = substances.map(\.name)
    let all = names.map { "“\($0)”" }.joined(separator: ", ")
    let near = SpellingSuggestion.nearest(to: name, in: names)
    let others = names.isEmpty ? "Nothing is kept here yet." : "There is \(all)."
    let known = near.map { "Did you mean “\($0)”?" } ?? others
    return DomainError(
      "unknown-substance",
      "Nothing is kept here about “\(name)”, and nothing was changed. \(known) "
        + "A new calendar has to be begun first."
    )
  }

  /// Returns the ID for a new substance.
  ///
  /// The ID is derived from the name, so that devices that do not know each other create the
  /// same substance. A deleted substance that is added again gets the next ID, and so does a name
  /// that a substance had before it was renamed.
  private func newID(of name: String) -> SubstanceID {
    var generation = 1
    while true {
      let id = SubstanceNames.id(of: name, generation: generation)
      guard let record = records[id], record.isDeleted || record.substance != nil else { return id }
      generation += 1
    }
  }
}

enum SubstanceNames {
  /// Returns the name with normalized spaces; throws if it is empty or too long.
  ///
  /// Spaces are removed at both ends, and words are separated by one space.
  static func checked(_ raw: String) throws -> String {
    let words = raw.split { $0.isWhitespace }.joined(separator: " ")
    let name = try DomainError.checking("name") {
      try TextRule.line.checked(words, "The name of the substance")
    }
    guard !name.isEmpty else {
      throw DomainError(
        "substance-missing",
        "A substance needs a name, such as “Alcohol”. Nothing was changed.",
        isFinal: true,
        about: "name"
      )
    }
    guard name.count <= Substance.maxNameLength else {
      throw DomainError(
        "substance-too-long",
        "The name of a substance may have up to \(Substance.maxNameLength) characters; this one has "
          + "\(name.count). Nothing was changed.",
        isFinal: true,
        about: "name"
      )
    }
    return name
  }

  /// Returns the form of a name that is used for comparison.
  static func folded(_ name: String) -> String {
    name.split { $0.isWhitespace }.joined(separator: " ").lowercased()
  }

  static func id(of name: String, generation: Int) -> SubstanceID {
    SubstanceID(named: "sobriety\u{1F}\(folded(name))\u{1F}\(generation)")
  }
}
