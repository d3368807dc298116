import Core
import SobrietyContract
import TrackingContract

/// A calendar or a milestone that can be shared.
///
/// In URLs it is `days`, `days.ID`, `sober.ID`, `reached.ID.30` or `sober-reached.ID.30`.
public enum ShareSubject: Sendable, Equatable, LosslessStringConvertible {
  case everything
  case habit(HabitID)
  case sobriety(SubstanceID)
  case milestone(HabitID, level: Int)
  case soberMilestone(SubstanceID, level: Int)

  public init?(_ description: String) {
    let parts = description.split(separator: ".").map(String.init)
    let level = parts.count == 3 ? Int(parts[2]) : nil
    switch (parts.first, parts.count) {
    case ("days", 1): self = .everything
    case ("days", 2):
      guard let habit = HabitID(parts[1]) else { return nil }
      self = .habit(habit)
    case ("sober", 2):
      guard let substance = SubstanceID(parts[1]) else { return nil }
      self = .sobriety(substance)
    case ("reached", 3):
      guard let habit = HabitID(parts[1]), let level else { return nil }
      self = .milestone(habit, level: level)
    case ("sober-reached", 3):
      guard let substance = SubstanceID(parts[1]), let level else { return nil }
      self = .soberMilestone(substance, level: level)
    default: return nil
    }
  }

  public var description: String {
    switch self {
    case .everything: "days"
    case .habit(let habit): "days.\(habit)"
    case .sobriety(let substance): "sober.\(substance)"
    case .milestone(let habit, let level): "reached.\(habit).\(level)"
    case .soberMilestone(let substance, let level): "sober-reached.\(substance).\(level)"
    }
  }
}
