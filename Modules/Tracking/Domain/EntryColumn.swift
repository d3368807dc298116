import Core
import TrackingContract

/// The entries of one habit, stored in columns at ten bytes a day.
///
/// Flags, clocks and places are arrays that start at the first day. Devices take space only once
/// there is a second one, and notes, values, additions and instants only on days that need them.
struct EntryColumn: Sendable {
  private(set) var first = 0
  private(set) var flags: [UInt8] = []
  private(set) var clocks: [UInt64] = []
  /// Where each mark was made, by ``EvidenceCode``, and whether its note was written with it.
  private(set) var places: [UInt8] = []
  private(set) var devices = DeviceColumn()
  var notes = NoteColumn()
  /// The values according to the latest marks; on days with additions, ``counters`` are right.
  private(set) var values: [Int: Int64] = [:]
  var counters: [Int: ValueCounter] = [:]
  private(set) var instants: [Int: Int64] = [:]
  var replaced = ReplacedDays<KeptMark>()
  /// The latest of all clocks, also of writes that do not count.
  var newest: UInt64 = 0

  init() {}

  /// The flag bits of a day: mark, whether it was made at its timestamp, and ``EvidenceCode``.
  enum Flag {
    static let mark: UInt8 = 0b0000_0111
    static let atStamp: UInt8 = 0b0001_0000
  }

  /// The bits of ``places``.
  enum Place {
    static let offset: UInt8 = 0b0111_1111
    /// The note has the timestamp of the mark.
    static let noted: UInt8 = 0b1000_0000
  }

  /// The days from the first to the last that has a mark or a note, set or cleared.
  var range: Range<Int> { first..<(first + flags.count) }

  /// The place of a day that has a mark, set or cleared.
  func index(_ day: Int) -> Int? {
    let index = day - first
    return index >= 0 && index < flags.count && clocks[index] != 0 ? index : nil
  }

  // MARK: Setting

  /// Sets the mark or the note of a day, or both; returns whether something was set.
  ///
  /// What comes after it in ``EntryOrder`` stays.
  ///
  /// `device` is the index of the timestamp's device in `table`.
  mutating func set(
    _ fact: CheckSet,
    stamp: HybridTimestamp,
    device: UInt32,
    table: [DeviceID]
  ) -> Bool {
    let day = fact.day.number
    // A device's clock is never 0; in the column, 0 marks a day without a mark.
    guard HistoryDays.range.contains(day), stamp.clock.rawValue > 0 else { return false }
    newest = max(newest, stamp.clock.rawValue)
    let evidence = fact.evidence
    let order = EntryOrder(stamp, isOfImport: evidence.isOfImport)
    let note = note(on: day, table)
    var (isMarked, isCounted) = (false, false)
    if fact.only != .note {
      let held = register(on: day, table)
      isCounted = count(fact, held, at: order)
      let given = EntryWrite(KeptMark(fact.entry, evidence), at: order)
      isMarked = setMark(given, held, on: day, device)
    }
    let isNoted = fact.only != .mark && note.map { $0.order < order } ?? true
    if isNoted {
      grow(toHold: day)
      notes.set(fact.entry.note, on: day)
    }
    if isNoted || isMarked {
      keep(isNoted ? order : note?.order, on: day, isWithMark: isNoted && isMarked)
    }
    if fact.only != .mark, let note, note.order != order {
      remember(note: isNoted ? note : EntryWrite(fact.entry.note, at: order), on: day)
    }
    return isMarked || isCounted || isNoted
  }

  private mutating func setMark(
    _ given: EntryWrite<KeptMark>,
    _ held: EntryWrite<KeptMark>?,
    on day: Int,
    _ device: UInt32
  ) -> Bool {
    if let held, given.order <= held.order {
      if given.order < held.order { remember(given, on: day) }
      return false
    }
    replace(with: given, on: day, device: device)
    if let held { remember(held, on: day) }
    return true
  }

  /// Sets the value of a day with additions, or adds to it; returns whether the sum may differ.
  private mutating func count(
    _ fact: CheckSet,
    _ held: EntryWrite<KeptMark>?,
    at order: EntryOrder
  ) -> Bool {
    let day = fact.day.number
    guard let adds = fact.adds else {
      guard !counters.isEmpty, var counter = counters[day] else { return false }
      counter.set(EntryWrite(fact.entry.value, at: order))
      counters[day] = counter.additions.isEmpty ? nil : counter
      return true
    }
    let base = held.map { EntryWrite($0.value.value, at: $0.order) }
    var counter = counters[day] ?? ValueCounter(base ?? EntryWrite(nil, at: .first))
    guard counter.add(adds, at: order.stamp) else { return false }
    counters[day] = counter
    return true
  }

  /// Stores where a day's note stands among all writes.
  mutating func keep(_ order: EntryOrder?, on day: Int, isWithMark: Bool) {
    notes.setOwnOrder(isWithMark ? nil : order, on: day)
    let index = day - first
    places[index] = places[index] & Place.offset | (isWithMark ? Place.noted : 0)
  }

  /// Stores a note that another one replaced.
  mutating func remember(note write: EntryWrite<String>, on day: Int) {
    notes.replaced.insert(write, on: day)
    guard notes.replaced.isFull else { return }
    notes.replaced = notes.replaced.recent(
      HybridTime(rawValue: newest),
      current: { noteReplacement(on: $0) }
    )
  }

  /// Stores a mark that another one replaced.
  mutating func remember(_ write: EntryWrite<KeptMark>, on day: Int) {
    replaced.insert(write, on: day)
    guard replaced.isFull else { return }
    replaced = replaced.recent(
      HybridTime(rawValue: newest),
      current: { replacement(on: $0) }
    )
  }

  /// Replaces the mark of a day.
  mutating func replace(
    with write: EntryWrite<KeptMark>,
    on day: Int,
    device: UInt32
  ) {
    let (kept, clock) = (write.value, write.stamp.clock)
    grow(toHold: day)
    let index = day - first
    let atStamp = kept.at == clock.instant
    flags[index] =
      kept.mark.code | EvidenceCode.flags(of: kept.evidence) | (atStamp ? Flag.atStamp : 0)
    places[index] = EvidenceCode.offset(of: kept.evidence)
    clocks[index] = clock.rawValue
    devices.set(device, at: index, of: flags.count)
    values[day] = kept.value?.thousandths
    instants[day] = atStamp ? nil : kept.at?.milliseconds
  }

  mutating func grow(toHold day: Int) {
    if flags.isEmpty { first = day }
    if day < first {
      let count = first - day
      flags.insert(contentsOf: repeatElement(0, count: count), at: 0)
      clocks.insert(contentsOf: repeatElement(0, count: count), at: 0)
      places.insert(contentsOf: repeatElement(0, count: count), at: 0)
      devices.insert(count)
      first = day
    }
    let missing = day - first - flags.count + 1
    guard missing > 0 else { return }
    flags.append(contentsOf: repeatElement(0, count: missing))
    clocks.append(contentsOf: repeatElement(0, count: missing))
    places.append(contentsOf: repeatElement(0, count: missing))
    devices.append(missing)
  }

  // MARK: Snapshots

  /// - Parameter table: for each device in the state's table, its index in the written table.
  func write(to writer: inout ByteWriter, places table: [UInt32]) {
    writer.write(Int32(first))
    writer.write(array: flags)
    writer.write(array: places)
    writer.write(array: clocks)
    writer.write(
      array: clocks.indices.map { clocks[$0] == 0 ? 0 : table[Int(devices[$0])] }
    )
    writer.write(values) { $0.write($1) }
    writer.write(counters) { $1.write(to: &$0) }
    writer.write(instants) { $0.write($1) }
    writer.write(newest)
    let newest = HybridTime(rawValue: newest)
    replaced.write(to: &writer, newest, current: replacement) { $1.write(to: &$0) }
    notes.write(to: &writer, newest, current: noteReplacement)
  }

  init(from reader: inout ByteReader, deviceCount: Int) throws {
    first = Int(try reader.read(Int32.self))
    flags = try reader.readArray()
    places = try reader.readArray()
    clocks = try reader.readArray()
    let written: [UInt32] = try reader.readArray()
    guard clocks.count == flags.count, places.count == flags.count,
      written.count == flags.count
    else { throw reader.malformed }
    for index in clocks.indices where clocks[index] != 0 {
      guard Int(written[index]) < deviceCount else { throw reader.malformed }
      devices.set(written[index], at: index, of: clocks.count)
    }
    let isHeld =
      flags.isEmpty
      || (HistoryDays.range.contains(first) && range.upperBound <= HistoryDays.range.upperBound)
    guard isHeld else { throw reader.malformed }
    values = try reader.readDays { try $0.read() }
    counters = try reader.readDays { try ValueCounter(from: &$0) }
    instants = try reader.readDays { try $0.read() }
    newest = try reader.read()
    replaced = try ReplacedDays(from: &reader) { try KeptMark(from: &$0) }
    notes = try NoteColumn(from: &reader)
  }
}
