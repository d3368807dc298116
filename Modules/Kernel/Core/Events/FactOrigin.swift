/// Where a fact that is being folded comes from, which decides what is said of it.
public enum FactOrigin: Sendable, Equatable {
  /// It happens now, and here: changes and signals are told, alarms are set.
  case live
  /// It was folded before, or before this process began: nobody is told.
  case replayed
  /// Another process of this device wrote it, and has given its signals and set its alarms: changes
  /// are told.
  case refreshed
  /// It came from an import or another device: changes are told and alarms are set, but nobody is
  /// praised, warned or notified about the past.
  ///
  /// What a whole page of such facts made newly true is summed up once, behind it (see
  /// ``ModuleHost/summarize(_:)``).
  case merged
}
