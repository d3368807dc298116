import Core
import Journals
import SQLite
import Testing

@testable import SQLiteJournal

/// A set of clock readings in a table answers as a set does, in whatever order they come.
@Suite struct TakenReadingsTests {
  private func open() throws -> Database {
    let database = try Database(path: ":memory:", mode: .readWriteCreate)
    try Schema.migrate(database, from: 0)
    return database
  }

  /// Readings as of a device: bursts at times that are far apart, and both ends of what there is.
  private func readings(_ count: Int, _ random: inout SplitMix64) -> [UInt64] {
    var time = UInt64(1_700_000_000_000) << 16
    return [0, .max, .max - 1, 1 << 63, (1 << 63) - 1]
      + (0..<count).map { _ in
        time += [1, 1, 1, 1 << 16, 1 << 34].randomElement(using: &random) ?? 1
        return time
      }
  }

  @Test(arguments: ["in order", "backwards", "shuffled"])
  func `what was added is contained, and nothing else`(_ order: String) throws {
    var random = SplitMix64(seed: 3)
    let database = try open()
    let taken = TakenReadings(database, in: 1, of: 1)
    var all = readings(3000, &random).sorted()
    let expected = Set(all)
    if order == "backwards" { all.reverse() }
    if order == "shuffled" { all.shuffle(using: &random) }
    var rest = all[...]
    while !rest.isEmpty {
      let batch = rest.prefix(Int.random(in: 1...40, using: &random))
      rest = rest.dropFirst(batch.count)
      try taken.insert(batch)
      // A repeated one changes nothing.
      try taken.insert(batch.prefix(2))
    }
    let others = expected.flatMap { [$0 &+ 1, $0 &- 1] }
    let found = try taken.contained(in: Array(expected) + others)
    #expect(Set(found) == expected.union(expected.intersection(others)))
    #expect(Set(found).count == expected.count)
    #expect(try TakenReadings(database, in: 1, of: 2).contained(in: expected).isEmpty)
    #expect(try TakenReadings(database, in: 2, of: 1).contained(in: expected).isEmpty)
  }

  @Test func `readings in order take few bytes each`() throws {
    var random = SplitMix64(seed: 4)
    let database = try open()
    let all = Array(readings(5000, &random).dropFirst(5))
    for start in stride(from: 0, to: all.count, by: 10) {
      try TakenReadings(database, in: 1, of: 1).insert(all[start..<(start + 10)])
    }
    let bytes = try database.integer("SELECT sum(length(steps)) + 20 * count(*) FROM sync_clocks")
    #expect(try #require(bytes) < 3 * 5000)
    #expect(try database.integer("SELECT count(*) FROM sync_clocks") == 79)
  }

  @Test(arguments: ["x'80'", "x'00'", "x'FFFFFFFFFFFFFFFFFF01'", "x'FFFFFFFFFFFFFFFFFFFF01'"])
  func `steps that nobody wrote are damage`(_ steps: String) throws {
    let database = try open()
    let taken = TakenReadings(database, in: 1, of: 1)
    try taken.insert([5])
    try database.execute("UPDATE sync_clocks SET steps = \(steps)")
    #expect(throws: SQLiteError.self) { try taken.contained(in: [5]) }
  }
}
