import TrackingContract
import TrellisSDK

/// A command from a switch, carried out for the person.
struct Order: Sendable, Equatable {
  let habit: HabitID
  let isOn: Bool

  /// Nil for a message that is not a command, or an old one that the broker has retained.
  init?(_ message: IncomingPacket.Message, _ topics: Topics) {
    guard !message.isKept, let habit = topics.ordered(message.topic) else { return nil }
    switch String(decoding: message.payload, as: UTF8.self).uppercased() {
    case "ON": isOn = true
    case "OFF": isOn = false
    default: return nil
    }
    self.habit = habit
  }

  /// Marks today, unless it already has the desired state.
  func run(in space: any SpaceScope) throws {
    let state = try space.ask(CheckOn(habit: habit))
    guard (state.status == .done) != isOn else { return }
    guard isOn else {
      try space.send(SetCheck(habit: habit, mark: .open))
      return
    }
    // The value of a measured habit is filled up, as by a tap.
    let missed = state.target.flatMap { target in
      state.entry.value.flatMap { target.isReached(by: $0) ? nil : target.amount }
    }
    try space.send(SetCheck(habit: habit, mark: .done, value: missed))
  }
}
