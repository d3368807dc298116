import Core
import RemindersContract
import StreaksContract
import TrackingContract

/// The state as bytes; everything is sorted, so that equal states have equal bytes.
extension RemindersState {
  public func write(to writer: inout ByteWriter) {
    writer.write(count: storedReminders.count)
    for (habit, slots) in storedReminders.sorted(by: { $0.key < $1.key }) {
      writer.write(habit)
      writer.write(count: slots.count)
      for (slot, register) in slots.sorted(by: { $0.key < $1.key }) {
        slot.write(to: &writer)
        writer.write(register) { writer, reminder in writer.write(reminder) { $1.write(to: &$0) } }
      }
    }
    writer.write(count: choices.count)
    for (key, register) in choices.sorted(by: { $0.key < $1.key }) {
      writer.write(key)
      writer.write(register) { writer, choice in
        writer.write(choice.value)
        writer.write(choice.at.milliseconds)
      }
    }
    writer.write(count: given.count)
    for (habit, notices) in given.sorted(by: { order($0.key) < order($1.key) }) {
      writer.write(habit) { $0.write($1) }
      notices.write(to: &writer) { $1.write(to: &$0) }
    }
    read.write(to: &writer) { $0.write($1) }
    writer.write(count: deleted.count)
    for habit in deleted.sorted() { writer.write(habit) }
  }

  /// The sort key: notices about several habits come first.
  private func order(_ habit: HabitID?) -> (Int, UInt128) {
    (habit == nil ? 0 : 1, habit?.rawValue ?? 0)
  }

  public init(from reader: inout ByteReader) throws {
    let reminders = try reader.readList { reader in
      let habit = try reader.read(HabitID.self)
      let slots = try reader.readList { reader in
        let slot = try ReminderSlot(from: &reader)
        return (
          slot, try reader.readRegister { try $0.readOptional { try StoredReminder(from: &$0) } }
        )
      }
      return (habit, Dictionary(slots, uniquingKeysWith: { $1 }))
    }
    storedReminders = Dictionary(reminders, uniquingKeysWith: { $1 })
    let chosen = try reader.readList { reader in
      (
        try reader.read(String.self),
        try reader.readRegister { reader in
          Choice(value: try reader.read(), at: Instant(milliseconds: try reader.read()))
        }
      )
    }
    choices = Dictionary(chosen, uniquingKeysWith: { $1 })
    let notices = try reader.readList { reader in
      (
        try reader.readOptional { try $0.read(HabitID.self) },
        try LatestNotices(from: &reader, limit: InboxLimits.kept) { try Notice(from: &$0) }
      )
    }
    given = Dictionary(notices, uniquingKeysWith: { $1 })
    read = try LatestNotices(from: &reader, limit: InboxLimits.read) { try $0.read(Bool.self) }
    deleted = Set(try reader.readList { try $0.read(HabitID.self) })
  }
}

extension ReminderSlot {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(Int16(minutes))
    writer.write(day) { $0.write(Int32($1.number)) }
  }

  fileprivate init(from reader: inout ByteReader) throws {
    let minutes = Int(try reader.read(Int16.self))
    let day = try reader.readOptional { Day(number: Int(try $0.read(Int32.self))) }
    self.init(minutes: minutes, day: day)
  }
}

extension RemindersState.StoredReminder {
  /// Writes weekdays as bits, with Monday as the lowest.
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(weekdays.reduce(UInt8(0)) { $0 | 1 << UInt8($1.rawValue - 1) })
    writer.write(at.milliseconds)
  }

  fileprivate init(from reader: inout ByteReader) throws {
    let bits = try reader.read(UInt8.self)
    weekdays = Weekday.allCases.filter { bits & 1 << UInt8($0.rawValue - 1) != 0 }
    at = Instant(milliseconds: try reader.read())
  }
}

extension Notice {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(id)
    writer.write(kind.rawValue)
    writer.write(Int64(day.number))
    writer.write(at.milliseconds)
    writer.write(count: subjects.count)
    for subject in subjects {
      writer.write(subject.habit)
      writer.write(Int64(subject.count))
      writer.write(subject.unit.rawValue)
      writer.write(subject.canBeSaved == true)
    }
  }

  fileprivate init(from reader: inout ByteReader) throws {
    let id = try reader.read(NoticeID.self)
    let kind = try reader.readNamed(NoticeKind.init(rawValue:))
    let day = Day(number: Int(try reader.read(Int64.self)))
    let at = Instant(milliseconds: try reader.read())
    let subjects = try reader.readList { reader in
      NoticeSubject(
        habit: try reader.read(),
        count: Int(try reader.read(Int64.self)),
        unit: try reader.readNamed(StreakUnit.init(rawValue:)),
        canBeSaved: try reader.read()
      )
    }
    self.init(id: id, kind: kind, day: day, subjects: subjects, at: at)
  }
}
