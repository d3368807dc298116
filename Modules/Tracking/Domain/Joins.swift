import Core
import TrackingContract

/// Which habits are joined into others.
struct Joins: Sendable {
  private var registers: [HabitID: LWWRegister<HabitID?>] = [:]
  /// For each joined habit, the one for which its days count; derived.
  private(set) var roots: [HabitID: HabitID] = [:]
  /// The habits that are joined into each, ascending; derived.
  private(set) var members: [HabitID: [HabitID]] = [:]

  init() {}

  /// Whether no habit was ever joined.
  var isEmpty: Bool { registers.isEmpty }

  /// The habit for which the days of a habit count.
  func root(of habit: HabitID) -> HabitID { roots[habit] ?? habit }

  /// Returns whether this is the latest statement about the habit.
  mutating func set(_ into: HabitID?, of habit: HabitID, at stamp: HybridTimestamp) -> Bool {
    registers[habit, default: LWWRegister(nil)].set(into, at: stamp)
  }

  mutating func forget(_ habit: HabitID) { registers[habit] = nil }

  /// The joins among the habits that exist.
  ///
  /// A habit that is joined into a deleted one is independent. Among joins that would form a
  /// circle, the earliest does not count.
  func resolved(among exists: (HabitID) -> Bool) -> [HabitID: HabitID] {
    let joins = registers.compactMap { habit, register -> Link? in
      guard let into = register.value, exists(habit), exists(into) else { return nil }
      return Link(stamp: register.stamp, habit: habit, into: into)
    }
    var links: [HabitID: HabitID] = [:]
    func end(of habit: HabitID) -> HabitID {
      var habit = habit
      while let next = links[habit] { habit = next }
      return habit
    }
    for join in joins.sorted(by: >) where end(of: join.into) != join.habit {
      links[join.habit] = join.into
    }
    return Dictionary(uniqueKeysWithValues: links.keys.map { ($0, end(of: $0)) })
  }

  private struct Link: Comparable {
    let stamp: HybridTimestamp
    let habit: HabitID
    let into: HabitID

    static func < (a: Link, b: Link) -> Bool { (a.stamp, a.habit) < (b.stamp, b.habit) }
  }

  mutating func take(_ roots: [HabitID: HabitID]) {
    self.roots = roots
    members = Dictionary(grouping: roots.keys.sorted()) { roots[$0] ?? $0 }
  }

  // MARK: Snapshots

  func write(to writer: inout ByteWriter) {
    writer.write(count: registers.count)
    for (habit, register) in registers.sorted(by: { $0.key < $1.key }) {
      writer.write(habit)
      writer.write(register) { writer, into in writer.write(into) { $0.write($1) } }
    }
  }

  init(from reader: inout ByteReader) throws {
    let pairs = try reader.readList { reader in
      (
        try reader.read(HabitID.self),
        try reader.readRegister { try $0.readOptional { try $0.read(HabitID.self) } }
      )
    }
    registers = Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}
