import Core
import TrackingContract

/// The entries of one habit, stored in columns at ten bytes a day.
///
/// Flags, offsets and clocks are arrays that start at the first day. Devices take space only once there is a
/// second one, and notes, values and instants only on days that need them.
struct EntryColumn: Sendable {
  /// The days that a history can contain: 1900-01-01 to 2199-12-31.
  ///
  /// Facts about other days are ignored, so that no file and no other device can create a column of
  /// a billion days.
  static let days = -25_567...84_005

  private(set) var first = 0
  private var flags: [UInt8] = []
  private var clocks: [UInt64] = []
  /// Where each entry was made, as ``EvidenceCode`` tells.
  private var offsets: [Int8] = []
  private var devices = DeviceColumn()
  private var notes: [Int: String] = [:]
  private var values: [Int: Int64] = [:]
  private var instants: [Int: Int64] = [:]
  private var replaced = ReplacedEntries()
  /// The number of days with replaced entries at which those that are not recent are dropped.
  private var replacedLimit = minReplacedLimit
  private static let minReplacedLimit = 16
  /// The latest of all ``clocks``.
  private var newest: UInt64 = 0

  /// The flag bits of a day: the mark, whether the entry was made at its timestamp, and those of
  /// ``EvidenceCode``.
  private enum Flag {
    static let mark: UInt8 = 0b0000_0111
    static let atStamp: UInt8 = 0b0001_0000
  }

  /// The days that have a register, set or cleared.
  var range: Range<Int> { first..<(first + flags.count) }

  private func index(_ day: Int) -> Int? {
    let index = day - first
    return index >= 0 && index < flags.count && clocks[index] != 0 ? index : nil
  }

  func mark(on day: Int) -> Mark {
    guard let index = index(day) else { return .open }
    return Mark(code: flags[index] & Flag.mark)
  }

  func value(on day: Int) -> Amount? { values[day].map(Amount.init(thousandths:)) }

  /// Returns the entry of a day; nil if there is none or it was cleared.
  func entry(on day: Int) -> Entry? {
    guard let index = index(day) else { return nil }
    let entry = stored(at: index)
    return entry.isEmpty ? nil : entry
  }

  private func stored(at index: Int) -> Entry {
    let day = first + index
    let atStamp = flags[index] & Flag.atStamp != 0
    let clock = HybridTime(rawValue: clocks[index])
    return Entry(
      mark: Mark(code: flags[index] & Flag.mark),
      value: value(on: day),
      note: notes[day] ?? "",
      at: atStamp ? clock.instant : instants[day].map(Instant.init(milliseconds:))
    )
  }

  /// The number of days that have a register, set or cleared.
  var setDays: Int { clocks.count { $0 != 0 } }

  /// The days whose entries an import brought, with timestamps that `isWanted` accepts.
  ///
  /// One that an undo gave back is not among them.
  func imported(_ table: [DeviceID], where isWanted: (HybridTimestamp) -> Bool) -> [Int] {
    flags.indices.filter { index in
      guard clocks[index] != 0, EvidenceCode.isOfImport(flags[index]) else { return false }
      return isWanted(
        HybridTimestamp(
          clock: HybridTime(rawValue: clocks[index]),
          device: table[Int(devices[index])]
        )
      )
    }.map { first + $0 }
  }

  /// The marked days, for a look at how they were made.
  func marks(title: String) -> [EvidentMark] {
    range.compactMap { day in
      guard let entry = entry(on: day), entry.isMarked else { return nil }
      return EvidentMark(
        title: title,
        day: Day(number: day),
        at: entry.at,
        stamped: clock(on: day).instant,
        isSkip: entry.mark == .skipped,
        evidence: evidence(on: day)
      )
    }
  }

  /// The entries that were replaced on the day lately, latest first.
  func replaced(on day: Int) -> [LWWRegister<KeptEntry>] {
    replaced.recent(on: day, HybridTime(rawValue: newest), current: clock(on: day))
  }

  /// Returns whether a register was ever set for the day, even if only to clear it.
  func isSet(on day: Int) -> Bool { index(day) != nil }

  func isImported(on day: Int) -> Bool { evidence(on: day).isImported }

  /// Whether the entry of a day was made on that day; true without one.
  func isWitnessed(on day: Int) -> Bool {
    index(day).map { flags[$0] & EvidenceCode.all == 0 } ?? true
  }

  func evidence(on day: Int) -> Evidence {
    index(day).map { EvidenceCode.evidence(flags[$0], offsets[$0]) } ?? Evidence()
  }

  /// Sets the register of a day unless it has a later timestamp, and returns whether it did.
  ///
  /// `device` is the index of the timestamp's device in `table`.
  mutating func set(
    _ entry: Entry,
    on day: Int,
    evidence: Evidence,
    stamp: HybridTimestamp,
    device: UInt16,
    table: [DeviceID]
  ) -> Bool {
    // A device's clock is never 0; in the column, 0 marks a day without a register.
    guard EntryColumn.days.contains(day), stamp.clock.rawValue > 0 else { return false }
    newest = max(newest, stamp.clock.rawValue)
    let given = LWWRegister(KeptEntry(entry: entry, evidence: evidence), at: stamp)
    let held = register(on: day, table)
    if let held, stamp <= held.stamp {
      if stamp < held.stamp { remember(given, on: day) }
      return false
    }
    replace(with: given, on: day, device: device)
    if let held { remember(held, on: day) }
    return true
  }

  /// The register of a day, even if it was cleared.
  func register(on day: Int, _ table: [DeviceID]) -> LWWRegister<KeptEntry>? {
    guard let index = index(day) else { return nil }
    let stamp = HybridTimestamp(
      clock: HybridTime(rawValue: clocks[index]),
      device: table[Int(devices[index])]
    )
    let kept = KeptEntry(entry: stored(at: index), evidence: evidence(on: day))
    return LWWRegister(kept, at: stamp)
  }

  private mutating func remember(_ write: LWWRegister<KeptEntry>, on day: Int) {
    replaced.insert(write, on: day)
    // Looking through all of them each time would make an import that replaces many days slow.
    guard replaced.count >= replacedLimit else { return }
    replaced = recentlyReplaced
    replacedLimit = max(EntryColumn.minReplacedLimit, 2 * replaced.count)
  }

  private var recentlyReplaced: ReplacedEntries {
    replaced.recent(HybridTime(rawValue: newest), current: clock)
  }

  /// The clock of a day's register; 0 without one.
  private func clock(on day: Int) -> HybridTime {
    HybridTime(rawValue: index(day).map { clocks[$0] } ?? 0)
  }

  private mutating func replace(
    with write: LWWRegister<KeptEntry>,
    on day: Int,
    device: UInt16
  ) {
    let (entry, clock) = (write.value.entry, write.stamp.clock)
    grow(toHold: day)
    let index = day - first
    let atStamp = entry.at == clock.instant
    flags[index] =
      entry.mark.code | EvidenceCode.flags(of: write.value.evidence)
      | (atStamp ? Flag.atStamp : 0)
    offsets[index] = EvidenceCode.quarters(of: write.value.evidence)
    clocks[index] = clock.rawValue
    devices.set(device, at: index, of: flags.count)
    notes[day] = entry.note.isEmpty ? nil : entry.note
    values[day] = entry.value?.thousandths
    instants[day] = atStamp ? nil : entry.at?.milliseconds
  }

  private mutating func grow(toHold day: Int) {
    if flags.isEmpty { first = day }
    if day < first {
      let count = first - day
      flags.insert(contentsOf: repeatElement(0, count: count), at: 0)
      clocks.insert(contentsOf: repeatElement(0, count: count), at: 0)
      offsets.insert(contentsOf: repeatElement(0, count: count), at: 0)
      devices.insert(count)
      first = day
    }
    let missing = day - first - flags.count + 1
    guard missing > 0 else { return }
    flags.append(contentsOf: repeatElement(0, count: missing))
    clocks.append(contentsOf: repeatElement(0, count: missing))
    offsets.append(contentsOf: repeatElement(0, count: missing))
    devices.append(missing)
  }
}

extension EntryColumn {
  /// - Parameter places: for each device in the state's table, its index in the written table.
  func write(to writer: inout ByteWriter, places: [UInt16]) {
    writer.write(Int32(first))
    writer.write(array: flags)
    writer.write(array: offsets)
    writer.write(array: clocks)
    writer.write(
      array: clocks.indices.map { clocks[$0] == 0 ? 0 : places[Int(devices[$0])] }
    )
    EntryColumn.write(notes, to: &writer) { $0.write($1) }
    EntryColumn.write(values, to: &writer) { $0.write($1) }
    EntryColumn.write(instants, to: &writer) { $0.write($1) }
    // What is not recent may have been dropped already, and equal states have equal bytes.
    recentlyReplaced.write(to: &writer)
  }

  private static func write<T>(
    _ sparse: [Int: T],
    to writer: inout ByteWriter,
    _ body: (inout ByteWriter, T) -> Void
  ) {
    writer.write(count: sparse.count)
    for (day, value) in sparse.sorted(by: { $0.key < $1.key }) {
      writer.write(Int32(day))
      body(&writer, value)
    }
  }

  init(from reader: inout ByteReader, deviceCount: Int) throws {
    first = Int(try reader.read(Int32.self))
    flags = try reader.readArray()
    offsets = try reader.readArray()
    clocks = try reader.readArray()
    let written: [UInt16] = try reader.readArray()
    guard clocks.count == flags.count, offsets.count == flags.count,
      written.count == flags.count
    else { throw reader.malformed }
    let known = zip(written, clocks).allSatisfy { $1 == 0 || Int($0) < deviceCount }
    guard known else { throw reader.malformed }
    for index in clocks.indices where clocks[index] != 0 {
      devices.set(written[index], at: index, of: clocks.count)
    }
    let isHeld =
      flags.isEmpty
      || (EntryColumn.days.contains(first) && range.upperBound <= EntryColumn.days.upperBound)
    guard isHeld else { throw reader.malformed }
    notes = try EntryColumn.readSparse(&reader) { try $0.read() }
    values = try EntryColumn.readSparse(&reader) { try $0.read() }
    instants = try EntryColumn.readSparse(&reader) { try $0.read() }
    replaced = try ReplacedEntries(from: &reader)
    newest = clocks.max() ?? 0
  }

  private static func readSparse<T>(
    _ reader: inout ByteReader,
    _ body: (inout ByteReader) throws -> T
  ) throws -> [Int: T] {
    let pairs = try reader.readList { (Int(try $0.read(Int32.self)), try body(&$0)) }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}

extension Mark {
  /// The code of the mark in a column; existing codes never change.
  var code: UInt8 {
    switch self {
    case .open: 0
    case .done: 1
    case .missed: 2
    case .skipped: 3
    case .automatic: 4
    }
  }

  init(code: UInt8) {
    switch code {
    case 1: self = .done
    case 2: self = .missed
    case 3: self = .skipped
    case 4: self = .automatic
    default: self = .open
    }
  }
}
