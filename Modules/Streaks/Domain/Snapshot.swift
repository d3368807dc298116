import Core
import TrackingContract

extension StreaksState {
  public func write(to writer: inout ByteWriter) {
    writer.write(count: records.count)
    for record in records { record.write(to: &writer) }
    writer.write(count: removed.count)
    for habit in removed { writer.write(habit) }
    writer.write(count: joined.count)
    for (habit, root) in joined.sorted(by: { $0.key < $1.key }) {
      writer.write(habit)
      writer.write(root)
    }
    writer.write(count: vacations.count)
    for vacation in vacations { vacation.write(to: &writer) }
    writer.write(array: shortened)
  }

  public init(from reader: inout ByteReader) throws {
    let records = try reader.readList { try StreakRecord(from: &$0) }
    let removed = try reader.readList { try $0.read(HabitID.self) }
    let joined = try reader.readList {
      (try $0.read(HabitID.self), try $0.read(HabitID.self))
    }
    let vacations = try reader.readList { try Vacation(from: &$0) }
    let shortened = try reader.readArray(of: Int32.self)
    let isSorted =
      zip(records, records.dropFirst()).allSatisfy { $0.id < $1.id }
      && zip(removed, removed.dropFirst()).allSatisfy { $0 < $1 }
    guard isSorted, shortened.isStrictlyAscending else { throw reader.malformed }
    self.init(
      records: records,
      removed: removed,
      joined: Dictionary(joined, uniquingKeysWith: { $1 }),
      vacations: vacations,
      shortened: shortened
    )
  }
}

extension StreakRecord {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(id)
    writer.write(traits) { writer, traits in traits.write(to: &writer) }
    writer.write(Int32(history.base))
    writer.write(array: history.words.flatMap { [$0.done, $0.skipped, $0.known, $0.unwitnessed] })
    writer.write(array: measures.days)
    writer.write(array: measures.thousandths)
    writer.write(count: uses.count)
    for use in uses {
      writer.write(use.day)
      writer.write(use.stamp)
      writer.write(count: use.earned)
    }
  }

  fileprivate init(from reader: inout ByteReader) throws {
    let id = try reader.read(HabitID.self)
    let traits = try reader.readOptional { try Traits(of: id, from: &$0) }
    let base = Int(try reader.read(Int32.self))
    let bits = try reader.readArray(of: UInt64.self)
    let words = stride(from: 0, to: bits.count - 3, by: 4)
      .map {
        History.Word(
          done: bits[$0],
          skipped: bits[$0 + 1],
          known: bits[$0 + 2],
          unwitnessed: bits[$0 + 3]
        )
      }
    let days = try reader.readArray(of: Int32.self)
    let thousandths = try reader.readArray(of: Int64.self)
    let uses = try reader.readList { reader in
      FreezeUsage(
        day: Int(try reader.read(Int32.self)),
        stamp: try reader.read(HybridTimestamp.self),
        earned: try reader.readCount()
      )
    }
    guard words.count * 4 == bits.count, uses.map(\.day).isStrictlyAscending,
      let history = History(base: base, words: words),
      let measures = Measures(days: days, thousandths: thousandths)
    else { throw reader.malformed }
    self.init(
      id: id,
      traits: traits,
      history: history,
      measures: measures,
      uses: uses
    )
  }
}

extension Traits {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(title)
    writer.write(group) { $0.write($1) }
    writer.write(schedules) { $0.write($1.description) }
    writer.write(difficulties) { $0.write($1.rawValue) }
    writer.write(targets) { writer, target in
      writer.write(target) { writer, target in
        writer.write(target.thousandths)
        writer.write(target.isAtMost)
      }
    }
    writer.write(archived)
    writer.write(array: archivedDays.flatMap { [Int32($0.lowerBound), Int32($0.upperBound)] })
    writer.write(Int64(place.position))
    writer.write(place.created)
    writer.write(Int32(createdOn.number))
  }

  fileprivate init(of habit: HabitID, from reader: inout ByteReader) throws {
    title = try reader.read()
    group = try reader.readOptional { try $0.read() }
    schedules = try reader.readDated { try $0.readNamed { Schedule($0) } }
    difficulties = try reader.readDated { try $0.readNamed { Difficulty(rawValue: $0) } }
    targets = try reader.readDated { reader in
      try reader.readOptional { DailyTarget(thousandths: try $0.read(), isAtMost: try $0.read()) }
    }
    archived = try reader.read()
    let ends = try reader.readArray(of: Int32.self).map(Int.init)
    guard ends.count.isMultiple(of: 2), zip(ends, ends.dropFirst()).allSatisfy({ $0 <= $1 }) else {
      throw reader.malformed
    }
    archivedDays = stride(from: 0, to: ends.count, by: 2).map { ends[$0]...ends[$0 + 1] }
    place = HabitSortKey(
      position: Int(try reader.read(Int64.self)),
      created: try reader.read(HybridTimestamp.self),
      habit: habit
    )
    createdOn = Day(number: Int(try reader.read(Int32.self)))
  }
}

extension ByteWriter {
  /// Writes values that each hold from a day on.
  fileprivate mutating func write<Value>(
    _ values: [Dated<Value>],
    _ body: (inout ByteWriter, Value) -> Void
  ) {
    write(count: values.count)
    for dated in values {
      write(dated.from) { $0.write(Int32($1.number)) }
      body(&self, dated.value)
    }
  }
}

extension ByteReader {
  /// Reads what ``ByteWriter`` wrote; the list is never empty.
  fileprivate mutating func readDated<Value>(
    _ body: (inout ByteReader) throws -> Value
  ) throws -> [Dated<Value>] {
    let values = try readList { reader in
      let from = try reader.readOptional { Day(number: Int(try $0.read(Int32.self))) }
      return Dated(try body(&reader), from: from)
    }
    let days = values.dropFirst().map { $0.from?.number ?? .min }
    let isSorted = zip(days, days.dropFirst()).allSatisfy { $0 < $1 } && days.first != .min
    guard values.first?.from == nil, !values.isEmpty, isSorted else { throw malformed }
    return values
  }
}
