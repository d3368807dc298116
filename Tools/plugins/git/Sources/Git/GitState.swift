import TrackingContract
import TrellisSDK

/// The watched repositories, and the days that were credited to habits.
public struct GitState: ModuleState {
  public static let foldVersion = 1

  private struct Place: Hashable, Comparable {
    let path: String
    let habit: HabitID

    static func < (a: Place, b: Place) -> Bool { (a.path, a.habit) < (b.path, b.habit) }
  }

  private struct Terms: Sendable, Equatable {
    let author: String
    let from: Day
  }

  /// Nil for repositories that are no longer watched.
  private var watched: [Place: LWWRegister<Terms?>] = [:]
  private var credited: [HabitID: Set<Day>] = [:]

  public init() {}

  mutating func apply(_ fact: WatchSet, at stamp: HybridTimestamp) {
    let watch = fact.watch
    let terms = fact.isOn ? Terms(author: watch.author, from: watch.from) : nil
    watched[Place(path: watch.path, habit: watch.habit), default: LWWRegister(nil)]
      .set(terms, at: stamp)
  }

  mutating func apply(_ fact: DaysCredited) {
    credited[fact.habit, default: []].formUnion(fact.days)
  }

  mutating func apply(_ change: HabitRemoved) {
    watched = watched.filter { $0.key.habit != change.habit }
    credited[change.habit] = nil
  }

  var watches: [RepositoryWatch] {
    watched.sorted { $0.key < $1.key }.compactMap { place, terms in
      terms.value.map {
        RepositoryWatch(path: place.path, habit: place.habit, author: $0.author, from: $0.from)
      }
    }
  }

  func isCredited(_ day: Day, to habit: HabitID) -> Bool { credited[habit]?.contains(day) == true }

  // MARK: Snapshots

  public func write(to writer: inout ByteWriter) {
    writer.write(count: watched.count)
    for (place, register) in watched.sorted(by: { $0.key < $1.key }) {
      writer.write(place.path)
      writer.write(place.habit)
      writer.write(register) { writer, terms in
        writer.write(terms) { writer, terms in
          writer.write(terms.author)
          writer.write(Int32(terms.from.number))
        }
      }
    }
    writer.write(count: credited.count)
    for (habit, days) in credited.sorted(by: { $0.key < $1.key }) {
      writer.write(habit)
      writer.write(array: days.map { Int32($0.number) }.sorted())
    }
  }

  public init(from reader: inout ByteReader) throws {
    let watched = try reader.readList { reader in
      (
        Place(path: try reader.read(), habit: try reader.read()),
        try reader.readRegister { reader in
          try reader.readOptional { reader in
            Terms(author: try reader.read(), from: Day(number: Int(try reader.read(Int32.self))))
          }
        }
      )
    }
    self.watched = Dictionary(watched, uniquingKeysWith: { $1 })
    let credited = try reader.readList { reader in
      (
        try reader.read(HabitID.self),
        Set(try reader.readArray(of: Int32.self).map { Day(number: Int($0)) })
      )
    }
    self.credited = Dictionary(credited, uniquingKeysWith: { $1 })
  }
}
