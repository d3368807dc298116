import Core
import EngineDriving
import Presentation
import Products
import ProfileContract
import RemindersContract
import SobrietyContract
import StreaksContract
import TrackingContract

/// The modules that an installation has.
struct InstalledModules: Hashable {
  /// Whether the modules of the products are installed, besides the notes.
  let hasHabits: Bool
  /// Whether the module is installed that only newer versions have.
  var hasLater: Bool

  var types: [any Module.Type] {
    var types: [any Module.Type] = [NotesModule.self]
    if hasLater { types.append(LaterModule.self) }
    guard hasHabits else { return types }
    for module in ProductCatalog.products.flatMap(\.modules)
    where !types.contains(where: { $0.manifest.name == module.manifest.name }) {
      types.append(module)
    }
    return types
  }
}

/// What people do with habits, chosen at random.
struct HabitActions {
  private var habits: [HabitID] = []
  private var vacations: [EntityID] = []

  /// Does something; what is not possible is refused, as it would be to a person.
  mutating func act(in installation: Installation, _ chance: inout Chance) throws {
    do {
      switch chance.number(0...99) {
      case ..<70: try actOnHabits(installation, &chance)
      case ..<88: try actOnDays(installation, &chance)
      default: try choose(installation, &chance)
      }
    } catch is DomainError {}
  }

  private mutating func actOnHabits(
    _ installation: Installation,
    _ chance: inout Chance
  ) throws {
    guard !habits.isEmpty, habits.count > 5 || chance.happens(0.9) else {
      let details = HabitDetails(title: "Habit \(habits.count)", schedule: schedule(&chance))
      return habits.append(try installation.send(CreateHabit(details: details)).reply.id)
    }
    let habit = chance.pick(habits)
    switch chance.number(0...99) {
    case ..<55: try check(habit, installation, &chance)
    case ..<65: _ = try installation.send(UndoCheck(habit: habit))
    case ..<75:
      var patch = HabitPatch()
      if chance.happens(0.5) { patch.schedule = schedule(&chance) }
      if chance.happens(0.5) { patch.title = "Habit \(chance.number(0...99))" }
      _ = try installation.send(EditHabit(habit: habit, patch: patch))
    case ..<80: _ = try installation.send(UseFreeze(habit: habit))
    case ..<90:
      let slot = ReminderSlot(minutes: chance.number(0...1439))
      _ = try installation.send(SetReminder(habit: habit, slot: slot))
    case ..<97: _ = try installation.send(GiveDueNotices())
    default: _ = try installation.send(DeleteHabit(habit: habit, confirmed: true))
    }
  }

  private func check(
    _ habit: HabitID,
    _ installation: Installation,
    _ chance: inout Chance
  ) throws {
    let day = today(installation).advanced(by: -chance.number(0...4))
    let adds = chance.happens(0.2) ? Amount(Double(chance.number(1...9))) : nil
    let note = chance.happens(0.2) ? "note \(chance.number(0...9))" : nil
    let marks: [Mark] = [.done, .done, .done, .open, .skipped]
    let command = SetCheck(
      habit: habit,
      day: day,
      mark: adds == nil ? chance.pick(marks) : .done,
      adds: adds,
      note: note
    )
    _ = try installation.send(command)
  }

  private mutating func actOnDays(_ installation: Installation, _ chance: inout Chance) throws {
    let day = today(installation).advanced(by: -chance.number(0...9))
    switch chance.number(0...9) {
    case ..<6:
      let status = chance.pick(SoberStatus.allCases)
      _ = try installation.send(MarkDay(day: day, status: status))
    case ..<7: _ = try installation.send(UndoMark(day: day))
    case ..<9:
      let vacation = PlanVacation(from: day, to: day.advanced(by: chance.number(0...5)))
      vacations.append(try installation.send(vacation).reply.id)
    default:
      guard !vacations.isEmpty else { return }
      _ = try installation.send(CancelVacation(id: chance.pick(vacations)))
    }
  }

  /// A person moves to another zone, or changes a preference.
  private func choose(_ installation: Installation, _ chance: inout Chance) throws {
    let (preference, value) = chance.pick([
      (Preference.timeZone, "Pacific/Auckland"), (.timeZone, "America/New_York"),
      (.timeZone, "Europe/Berlin"), (.dayStart, "04:00"), (.dayStart, "00:00"),
      (.weekStart, "sunday"), (.weekStart, "monday"),
    ])
    _ = try installation.send(SetPreference(preference: preference, value: value))
  }

  private func today(_ installation: Installation) -> Day {
    LocalCalendar(zone: .utc).day(at: installation.clock.now())
  }

  private func schedule(_ chance: inout Chance) -> Schedule {
    chance.pick([.daily, .weekdays([.monday, .wednesday]), .every(days: 3), .times(3, per: .week)])
  }
}
