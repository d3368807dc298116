import Core

/// What a ``MemoryJournal`` stores of the sync of one space.
struct MemorySync {
  private(set) var state: [UInt8]?
  /// The entries of each author, by number.
  private var authors: [DeviceID: [Int: SyncEntry]] = [:]
  private var places: [Int: Place] = [:]
  private var facts: [FactID: Place] = [:]
  private var clocks: [HybridTime: Set<FactID>] = [:]
  private var made: [FactID: BootTime] = [:]

  private struct Place {
    let author: DeviceID
    let number: Int
  }

  /// Notes when a fact was made, in a space that is synchronized.
  mutating func note(_ time: BootTime, of fact: FactID) { made[fact] = time }

  mutating func apply(_ change: SyncChange) {
    state = change.state
    switch change.drops {
    case .none: break
    case .unplaced: dropUnplaced()
    case .all: (authors, places, facts, clocks) = ([:], [:], [:], [:])
    }
    for entry in change.entries { keep(entry) }
    for fact in change.decided { made[fact] = nil }
  }

  private mutating func dropUnplaced() {
    for (author, entries) in authors {
      authors[author] = entries.filter { $0.value.position != nil }
      for entry in entries.values where entry.position == nil { forget(entry) }
    }
  }

  private mutating func forget(_ entry: SyncEntry) {
    guard let place = facts[entry.fact], place.author == entry.author,
      place.number == entry.number
    else { return }
    facts[entry.fact] = nil
  }

  private mutating func keep(_ entry: SyncEntry) {
    let place = Place(author: entry.author, number: entry.number)
    if let replaced = self.entry(at: place) { forget(replaced) }
    authors[entry.author, default: [:]][entry.number] = entry
    if let position = entry.position { places[position] = place }
    guard !entry.isAlias else { return }
    let known = facts[entry.fact].flatMap(self.entry)
    if entry.position != nil || known?.position == nil { facts[entry.fact] = place }
    if let clock = entry.verdict?.clock { clocks[clock, default: []].insert(entry.fact) }
  }

  private func entry(at place: Place) -> SyncEntry? { authors[place.author]?[place.number] }

  func entries(after position: Int, limit: Int) -> [SyncEntry] {
    consecutive(limit) { place in places[position + place].flatMap(entry) }
  }

  func entries(of author: DeviceID, after number: Int, limit: Int) -> [SyncEntry] {
    let entries = authors[author] ?? [:]
    return consecutive(limit) { place in entries[number + place] }
  }

  /// The entries at the places 1, 2, 3 … up to the first that is missing, at most `limit`.
  private func consecutive(_ limit: Int, _ entry: (Int) -> SyncEntry?) -> [SyncEntry] {
    var found: [SyncEntry] = []
    while found.count < limit, let next = entry(found.count + 1) { found.append(next) }
    return found
  }

  func entries(for facts: [FactID]) -> [FactID: SyncEntry] {
    var found: [FactID: SyncEntry] = [:]
    for fact in facts { found[fact] = self.facts[fact].flatMap(entry) }
    return found
  }

  func facts(at clock: HybridTime) -> Set<FactID> { clocks[clock] ?? [] }

  func bootTimes(of facts: [FactID]) -> [FactID: BootTime] {
    var found: [FactID: BootTime] = [:]
    for fact in facts { found[fact] = made[fact] }
    return found
  }
}
