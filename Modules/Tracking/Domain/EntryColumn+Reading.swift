import Core
import TrackingContract

/// Reads the days of a column.
extension EntryColumn {
  func mark(on day: Int) -> Mark {
    guard let index = index(day) else { return .open }
    return Mark(code: flags[index] & Flag.mark)
  }

  func value(on day: Int) -> Amount? {
    let latest = values[day].map(Amount.init(thousandths:))
    guard !counters.isEmpty, let counter = counters[day] else { return latest }
    return counter.value(latest)
  }

  /// Whether something was added to the value of a day since it was set.
  func hasAdditions(on day: Int) -> Bool { counters[day] != nil }

  /// Returns the entry of a day; nil if there is none or it was cleared.
  func entry(on day: Int) -> Entry? {
    let note = notes.text(on: day)
    guard let index = index(day) else { return note.map { Entry(mark: .open, note: $0) } }
    let entry = Entry(
      mark: Mark(code: flags[index] & Flag.mark),
      value: value(on: day),
      note: note ?? "",
      at: instant(at: index)
    )
    return entry.isEmpty ? nil : entry
  }

  func instant(at index: Int) -> Instant? {
    guard flags[index] & Flag.atStamp != 0 else {
      return instants[first + index].map(Instant.init(milliseconds:))
    }
    return HybridTime(rawValue: clocks[index]).instant
  }

  /// The days with a mark or a value that no import brought.
  ///
  /// A cleared day is not included, and neither is a day with the same content as an import.
  var ownMarks: [Int] {
    range.filter { day in
      guard index(day) != nil, !isImported(on: day) else { return false }
      let now = Entry(mark: mark(on: day), value: value(on: day))
      guard now.isMarked || now.value != nil else { return false }
      return !replaced(on: day).contains {
        $0.value.evidence.isImported && $0.value.marks(theSameAs: now)
      }
    }
  }

  /// The days with a note that was written on its own.
  ///
  /// A note that came with an imported mark is not included, even if the mark was replaced since.
  var ownNotes: [Int] {
    notes.own.filter { day, order in
      guard !order.isOfImport, notes.text(on: day) != nil else { return false }
      return !replaced(on: day).contains { $0.order == order && $0.value.evidence.isImported }
    }.map(\.key).sorted()
  }

  /// The days whose marks an import brought, with timestamps that `isWanted` accepts.
  ///
  /// Marks that an undo restored are not included.
  func imported(_ table: [DeviceID], where isWanted: (HybridTimestamp) -> Bool) -> [Int] {
    flags.indices.filter { index in
      guard clocks[index] != 0, EvidenceCode.isOfImport(flags[index]) else { return false }
      return isWanted(stamp(at: index, table))
    }.map { first + $0 }
  }

  /// The marked days, for checks of how they were made.
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

  /// The recently replaced marks of the day, the person's first, and of these the latest.
  func replaced(on day: Int) -> [EntryWrite<KeptMark>] {
    replaced.recent(
      on: day,
      HybridTime(rawValue: newest),
      current: replacement(on: day)
    )
  }

  /// Whether more marks of the day may have been replaced, one import after another, than are kept.
  func hasForgotten(on day: Int) -> Bool { replaced(on: day).count >= ReplacedDays<KeptMark>.most }

  /// The recently replaced notes of the day, the person's first, and of these the latest.
  func replacedNotes(on day: Int) -> [EntryWrite<String>] {
    notes.replaced.recent(
      on: day,
      HybridTime(rawValue: newest),
      current: noteReplacement(on: day)
    )
  }

  /// When the mark of a day replaced the one before, which is forgotten some days later.
  ///
  /// What an import replaced is remembered for as long as its mark stands or is remembered itself,
  /// because an import can be undone at any time, and then the one before it. So it counts as
  /// replaced just now.
  func replacement(on day: Int) -> HybridTime {
    isOfImport(on: day) ? HybridTime(rawValue: newest) : clock(on: day)
  }

  /// The same for the note of a day, which an import writes with the mark.
  func noteReplacement(on day: Int) -> HybridTime {
    isOfImport(on: day) && isNoted(day) ? HybridTime(rawValue: newest) : noteClock(on: day)
  }

  private func isOfImport(on day: Int) -> Bool {
    index(day).map { EvidenceCode.isOfImport(flags[$0]) } ?? false
  }

  /// Whether the person set the mark or the note of a day here, even if only to clear it.
  ///
  /// That includes giving back what an import had brought.
  func isOurs(on day: Int) -> Bool {
    hasOwnNote(on: day) || index(day) != nil && !isOfImport(on: day)
  }

  /// Whether the person wrote the note of a day on its own.
  func hasOwnNote(on day: Int) -> Bool {
    notes.ownOrder(on: day).map { !$0.isOfImport } ?? false
  }

  func isImported(on day: Int) -> Bool { evidence(on: day).isImported }

  /// Whether the mark of a day was made on that day; true without one.
  func isWitnessed(on day: Int) -> Bool {
    index(day).map { flags[$0] & EvidenceCode.all == 0 } ?? true
  }

  func evidence(on day: Int) -> Evidence {
    guard let index = index(day) else { return Evidence() }
    return EvidenceCode.evidence(flags[index], places[index] & Place.offset)
  }

  /// When and where the person marked a day on that day itself.
  func moment(on day: Int) -> TravelDays.Moment? {
    guard let index = index(day), flags[index] & Flag.mark != 0 || values[day] != nil else {
      return nil
    }
    let evidence = evidence(on: day)
    guard !evidence.isImported, !evidence.isLate, let offset = evidence.offset,
      let at = instant(at: index)
    else { return nil }
    return TravelDays.Moment(at: at, offset: offset)
  }

  /// Adds the offsets under which marks were made.
  func addOffsets(to span: inout OffsetSpan) {
    for place in places { span.insert(code: place & Place.offset) }
  }

  /// Adds the places of the devices that made marks.
  func addDevices(to used: inout Set<UInt32>) {
    if let only = devices.only(of: clocks.count) {
      used.insert(only)
      return
    }
    for index in clocks.indices where clocks[index] != 0 { used.insert(devices[index]) }
  }

  /// The mark of a day, even if it was cleared.
  func register(on day: Int, _ table: [DeviceID]) -> EntryWrite<KeptMark>? {
    guard let index = index(day) else { return nil }
    let kept = KeptMark(
      mark: Mark(code: flags[index] & Flag.mark),
      value: values[day].map(Amount.init(thousandths:)),
      at: instant(at: index),
      evidence: evidence(on: day)
    )
    let isOfImport = kept.evidence.isOfImport
    return EntryWrite(kept, at: EntryOrder(stamp(at: index, table), isOfImport: isOfImport))
  }

  /// The note of a day, even if it was emptied; nil if none was ever written.
  func note(on day: Int, _ table: [DeviceID]) -> EntryWrite<String>? {
    let order: EntryOrder
    if let own = notes.ownOrder(on: day) {
      order = own
    } else if let index = index(day), isNoted(day) {
      let isOfImport = EvidenceCode.isOfImport(flags[index])
      order = EntryOrder(stamp(at: index, table), isOfImport: isOfImport)
    } else {
      return nil
    }
    return EntryWrite(notes.text(on: day) ?? "", at: order)
  }

  func stamp(at index: Int, _ table: [DeviceID]) -> HybridTimestamp {
    HybridTimestamp(
      clock: HybridTime(rawValue: clocks[index]),
      device: table[Int(devices[index])]
    )
  }

  /// The clock of a day's mark; 0 without one.
  func clock(on day: Int) -> HybridTime {
    HybridTime(rawValue: index(day).map { clocks[$0] } ?? 0)
  }

  /// The clock of a day's note; 0 if none was ever written.
  func noteClock(on day: Int) -> HybridTime {
    if let own = notes.ownOrder(on: day) { return own.stamp.clock }
    return isNoted(day) ? clock(on: day) : HybridTime(rawValue: 0)
  }

  func isNoted(_ day: Int) -> Bool {
    index(day).map { places[$0] & Place.noted != 0 } ?? false
  }
}
