import Core
import SobrietyContract
import StreaksContract
import TrackingContract

/// A calendar or a milestone that can be shared.
///
/// In URLs it is `days`, `days.ID`, `sober.ID`, `reached.ID.30.week` or `sober-reached.ID.30`.
public enum ShareSubject: Sendable, Equatable, LosslessStringConvertible {
  case everything
  case habit(HabitID)
  case sobriety(SubstanceID)
  /// Without a unit, as in addresses of earlier versions, it is what the habit counts now.
  case milestone(HabitID, level: Int, unit: StreakUnit? = nil)
  case soberMilestone(SubstanceID, level: Int)

  public init?(_ description: String) {
    let parts = description.split(separator: ".").map(String.init)
    let level = parts.count >= 3 ? Int(parts[2]) : nil
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
    case ("reached", 4):
      guard let habit = HabitID(parts[1]), let level, let unit = StreakUnit(rawValue: parts[3])
      else { return nil }
      self = .milestone(habit, level: level, unit: unit)
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
    case .milestone(let habit, let level, let unit):
      "reached.\(habit).\(level)" + (unit.map { ".\($0.rawValue)" } ?? "")
    case .soberMilestone(let substance, let level): "sober-reached.\(substance).\(level)"
    }
  }
}
