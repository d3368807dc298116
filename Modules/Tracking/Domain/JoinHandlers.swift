import Core
import TrackingContract

/// Handles the commands that join and separate habits.
enum JoinHandlers {
  static func join(
    _ state: TrackingState,
    _ command: JoinHabits,
    _ context: RequestContext
  ) throws -> Decision {
    if state.joins.roots[command.from] == command.into { return .unchanged }
    let from = try state.record(of: command.from)
    let into = try state.record(of: command.into)
    guard from.id != into.id else {
      throw DomainError(
        "joined-with-itself",
        "“\(from.title)” cannot be joined into itself. Nothing was changed: name two habits.",
        isFinal: true
      )
    }
    try validateMeasures(from, into)
    guard command.confirmed else {
      let days = JoinedDays(from, into)
      throw DomainError(
        "needs-confirmation",
        "\(days.sentence(from.title, into.title)) From now on, all of them would count for "
          + "“\(into.title)”, with its rhythm and target, and “\(from.title)” would not be listed any "
          + "more. Nothing has been changed yet: confirm to go on. It can be taken back."
      )
    }
    // Of what longer runs have reached, only today is news.
    return .history([HabitJoined(habit: from.id, into: into.id)])
  }

  /// Throws if the values of one habit would mean something else in the other.
  private static func validateMeasures(_ from: HabitRecord, _ into: HabitRecord) throws {
    guard from.dailyTarget?.unit != into.dailyTarget?.unit else { return }
    func words(_ record: HabitRecord) -> String {
      record.dailyTarget.map { "counts “\($0.unit)”" } ?? "is done or not"
    }
    throw DomainError(
      "join-other-measure",
      "“\(from.title)” \(words(from)), and “\(into.title)” \(words(into)): its days would mean "
        + "something else there. Nothing was changed: give both the same target first."
    )
  }

  static func joined(
    _ state: TrackingState,
    _ command: JoinHabits,
    _ context: RequestContext
  ) throws -> JoinedHabit {
    guard let joined = state.joinedHabits.first(where: { $0.id == command.from }) else {
      throw HabitHandlers.unknownHabit
    }
    return joined
  }

  static func separate(
    _ state: TrackingState,
    _ command: SeparateHabit,
    _ context: RequestContext
  ) throws -> Decision {
    guard state.joins.roots[command.habit] != nil else {
      _ = try state.record(of: command.habit)
      return .unchanged
    }
    return .retraction([HabitJoined(habit: command.habit, into: nil)])
  }
}

extension TrackingState {
  /// The habits that are joined into others, by title.
  var joinedHabits: [JoinedHabit] {
    joins.roots.compactMap { id, root in
      guard let record = habits[id], let into = habits[root]?.habit else { return nil }
      return JoinedHabit(id: id, title: record.title, into: into)
    }
    .sorted { ($0.title, $0.id) < ($1.title, $1.id) }
  }

  /// The pairs of habits with the same title, in display order.
  ///
  /// Among several, each is paired with the one that has most days.
  var twins: [HabitTwin] {
    let shown = shownHabits(includesArchived: true).compactMap { habits[$0.id] }
    let groups = Dictionary(grouping: shown) { $0.title.folded }
    return shown.compactMap { record in
      guard let group = groups[record.title.folded], group.count > 1,
        let into = group.max(by: { $0.keeps(lessThan: $1) }), into.id != record.id,
        let from = record.habit, let root = into.habit
      else { return nil }
      return HabitTwin(from: from, into: root, days: JoinedDays(record, into))
    }
  }
}

extension HabitRecord {
  fileprivate func keeps(lessThan other: HabitRecord) -> Bool {
    let (mine, theirs) = (saidDays, other.saidDays)
    return mine != theirs ? mine < theirs : (other.created ?? .zero) < (created ?? .zero)
  }
}

extension JoinedDays {
  init(_ from: HabitRecord, _ into: HabitRecord) {
    self.init(
      from: from.saidDays,
      into: into.saidDays,
      both: from.entries.range.count {
        from.entries.entry(on: $0) != nil && into.entries.entry(on: $0) != nil
      }
    )
  }

  /// The days of both habits, for a person.
  ///
  /// For instance: `“Read” has 120 days, “Reading” 14; 3 days are in both.`
  func sentence(_ fromTitle: String, _ intoTitle: String) -> String {
    let first = "“\(fromTitle)” has \(from.counted("day")), “\(intoTitle)” \(into)"
    return switch both {
    case 0: "\(first); no day is in both."
    case 1: "\(first); 1 day is in both, where the later mark counts."
    default: "\(first); \(both) days are in both, where the later marks count."
    }
  }
}

extension String {
  /// The text ignoring case and spaces.
  fileprivate var folded: String {
    lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
