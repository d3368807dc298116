import Core
import Glibc
import Journals
import SQLiteJournal

/// The spaces that the writers share.
let spaces = (1...3).map { SpaceID(rawValue: UInt128($0)) }

/// Appends random facts and prints the id of each one after the journal has confirmed it.
struct Writer {
  private let journal: SQLiteJournal
  private var random: SplitMix64
  private var heads: [Int]
  private var made = 0
  private let seed: UInt64

  private let isSilent: Bool

  init(path: String, seed: UInt64, isSilent: Bool = false) throws {
    self.isSilent = isSilent
    journal = try SQLiteJournal(path: path, timeout: 60_000)
    random = SplitMix64(seed: seed)
    self.seed = seed
    heads = Array(repeating: 0, count: spaces.count)
  }

  /// Appends at least `count` facts.
  mutating func run(count: Int) async throws {
    while made < count {
      try await appendBatch()
      if Int.random(in: 0..<60, using: &random) == 0 { try await keepSnapshot() }
    }
  }

  private mutating func appendBatch() async throws {
    var places = Array(spaces.indices.shuffled(using: &random).prefix(2))
    if Bool.random(using: &random) { places.removeLast() }
    var facts = places.map { _ in
      (0..<Int.random(in: 1...20, using: &random)).map { _ in nextFact() }
    }
    // After a conflict a writer learns the head and tries again, as the runtime does.
    while !places.isEmpty {
      let batch = zip(places, facts).map {
        AppendRequest(space: spaces[$0], after: heads[$0], facts: $1)
      }
      let results = try await journal.append(batch)
      var again: [Int] = []
      for (index, result) in results.enumerated() {
        switch result {
        case .appended(let head):
          heads[places[index]] = head
          confirm(facts[index], in: spaces[places[index]])
        case .conflict(let head):
          heads[places[index]] = head
          again.append(index)
        case .superseded: preconditionFailure("nothing here has a ticket")
        }
      }
      places = again.map { places[$0] }
      facts = again.map { facts[$0] }
    }
  }

  private mutating func nextFact() -> FactRecord {
    made += 1
    let id = FactID(rawValue: UInt128(seed) << 64 | UInt128(made))
    let length = Int.random(in: 1...600, using: &random)
    return FactRecord(
      id: id,
      stamp: HybridTimestamp(
        clock: HybridTime(milliseconds: Int64(made)),
        device: DeviceID(rawValue: seed)
      ),
      kind: "stress.number-written",
      version: 1,
      entity: EntityID(rawValue: UInt128(made % 7)),
      payload: Payload.make(for: id, length: length)
    )
  }

  private func keepSnapshot() async throws {
    let page = try await journal.read(spaces[0], after: heads[0] - 1, limit: 1)
    guard let row = page.rows.first else { return }
    try await journal.keep(
      Snapshot(
        space: spaces[0],
        set: 1,
        sequence: row.sequence,
        bytes: row.fact.payload ?? []
      )
    )
  }

  /// Makes one write per append, so that what is in the pipe was confirmed whatever happens next.
  private func confirm(_ facts: [FactRecord], in space: SpaceID) {
    guard !isSilent else { return }
    let text = facts.map { "\(space) \($0.id)\n" }.joined()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
  }
}

/// Contents that can be verified without knowing their writer.
enum Payload {
  static func make(for id: FactID, length: Int) -> [UInt8] {
    let name = Array(id.description.utf8)
    return (0..<(length + name.count)).map { name[$0 % name.count] }
  }

  static func isWhole(_ payload: [UInt8], for id: FactID) -> Bool {
    payload == make(for: id, length: payload.count - 32)
  }
}
