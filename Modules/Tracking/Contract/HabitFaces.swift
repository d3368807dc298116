import Core

/// The icons and colors of habits, for lists of other modules that know only their titles.
public struct HabitFaces: Sendable {
  private let faces: [HabitID: Face]

  private struct Face: Sendable {
    let icon: HabitIcon?
    let color: HabitColor
  }

  public init(_ habits: [Habit] = []) {
    faces = Dictionary(habits.map { ($0.id, Face(icon: $0.details.icon, color: $0.details.color)) })
    {
      $1
    }
  }

  /// - Parameter ask: asks for all habits; nil where no module of the product has any.
  public init(asking ask: (AllHabits) async throws -> [Habit]?) async throws {
    self.init(try await ask(AllHabits(includesArchived: true)) ?? [])
  }

  /// The icon that the person chose; nil if there is none.
  public func icon(of habit: HabitID) -> HabitIcon? { faces[habit]?.icon }

  /// The color of a habit; nil for one that is not known.
  public func color(of habit: HabitID) -> HabitColor? { faces[habit]?.color }
}
