import TrackingContract
import TrellisSDK

/// The sessions of a person, on all devices.
public struct PomodoroState: ModuleState {
  public static let foldVersion = 1

  private struct Beginning: Sendable, Equatable {
    let habit: HabitID
    let minutes: Int
    let at: Instant
    /// The device that ends it when its time is up, so that its minutes are added once.
    let device: DeviceID
  }

  private struct Ending: Sendable, Equatable {
    let habit: HabitID
    let focused: Int
    let isAdded: Bool
    let day: Day
  }

  private var begun: [SessionID: Beginning] = [:]
  private var ended: [SessionID: LWWRegister<Ending?>] = [:]

  public init() {}

  mutating func apply(_ fact: SessionBegun, _ context: FoldContext) {
    let device = context.stamp.device
    begun[fact.session] = Beginning(
      habit: fact.habit,
      minutes: fact.minutes,
      at: fact.at,
      device: device
    )
    guard ended[fact.session] == nil, let session = session(fact.session) else { return }
    context.setAlarm(PomodoroState.alarm(fact.session), at: session.end)
  }

  mutating func apply(_ fact: SessionEnded, _ context: FoldContext) {
    let ending = Ending(
      habit: fact.habit,
      focused: fact.focused,
      isAdded: fact.isAdded,
      day: fact.day
    )
    ended[fact.session, default: LWWRegister(nil)].set(ending, at: context.stamp)
    context.setAlarm(PomodoroState.alarm(fact.session), at: nil)
  }

  mutating func apply(_ change: HabitRemoved) {
    begun = begun.filter { $0.value.habit != change.habit }
    ended = ended.filter { $0.value.value?.habit != change.habit }
  }

  static func alarm(_ session: SessionID) -> AlarmKey { AlarmKey(rawValue: session.description) }

  // MARK: Reading

  func session(_ id: SessionID) -> Session? {
    guard let beginning = begun[id] else { return nil }
    let ending = ended[id]?.value
    return Session(
      id: id,
      habit: beginning.habit,
      minutes: beginning.minutes,
      at: beginning.at,
      focused: ending?.focused,
      isAdded: ending?.isAdded
    )
  }

  /// The unfinished sessions, latest first.
  var open: [Session] { sessions(begun.keys.filter { ended[$0] == nil }) }

  /// The latest sessions that are finished and were not cancelled.
  func lately(_ most: Int) -> [Session] {
    Array(sessions(ended.keys.filter { ended[$0]?.value?.focused != 0 }).prefix(most))
  }

  func focused(on day: Day) -> Int {
    ended.values.reduce(0) { $1.value?.day == day ? $0 + ($1.value?.focused ?? 0) : $0 }
  }

  /// The sessions whose time is up and that `device` started.
  func overdue(on device: DeviceID, at now: Instant) -> [Session] {
    open.filter { begun[$0.id]?.device == device && $0.end <= now }
  }

  private func sessions(_ ids: some Sequence<SessionID>) -> [Session] {
    ids.compactMap(session).sorted { ($1.at, $1.id) < ($0.at, $0.id) }
  }

  // MARK: Snapshots

  public func write(to writer: inout ByteWriter) {
    writer.write(count: begun.count)
    for (id, beginning) in begun.sorted(by: { $0.key < $1.key }) {
      writer.write(id)
      writer.write(beginning.habit)
      writer.write(Int32(beginning.minutes))
      writer.write(beginning.at.milliseconds)
      writer.write(beginning.device.rawValue)
    }
    writer.write(count: ended.count)
    for (id, register) in ended.sorted(by: { $0.key < $1.key }) {
      writer.write(id)
      writer.write(register) { writer, ending in
        writer.write(ending) { writer, ending in
          writer.write(ending.habit)
          writer.write(Int32(ending.focused))
          writer.write(ending.isAdded)
          writer.write(Int32(ending.day.number))
        }
      }
    }
  }

  public init(from reader: inout ByteReader) throws {
    let begun = try reader.readList { reader in
      (
        try reader.read(SessionID.self),
        Beginning(
          habit: try reader.read(),
          minutes: Int(try reader.read(Int32.self)),
          at: Instant(milliseconds: try reader.read()),
          device: DeviceID(rawValue: try reader.read())
        )
      )
    }
    self.begun = Dictionary(begun, uniquingKeysWith: { $1 })
    let ended = try reader.readList { reader in
      (
        try reader.read(SessionID.self),
        try reader.readRegister { reader in
          try reader.readOptional { reader in
            Ending(
              habit: try reader.read(),
              focused: Int(try reader.read(Int32.self)),
              isAdded: try reader.read(),
              day: Day(number: Int(try reader.read(Int32.self)))
            )
          }
        }
      )
    }
    self.ended = Dictionary(ended, uniquingKeysWith: { $1 })
  }
}
