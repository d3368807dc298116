import Core
import SobrietyContract
import StreaksContract
import TrackingContract

enum Habits: Module {
  typealias State = NoState
  static let manifest = Manifest(
    name: "tracking",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    answers: [DoneCounts.self, FindHabit.self]
  )
  static func register(in host: inout some ModuleHost<NoState>) {}
}

enum Runs: Module {
  typealias State = NoState
  static let manifest = Manifest(
    name: "streaks",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    answers: [AllStreaks.self, FindStreak.self]
  )
  static func register(in host: inout some ModuleHost<NoState>) {}
}

enum SoberDaysKept: Module {
  typealias State = NoState
  static let manifest = Manifest(
    name: "sobriety",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    answers: [AllSubstances.self, SobrietyOf.self]
  )
  static func register(in host: inout some ModuleHost<NoState>) {}
}
