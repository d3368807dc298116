/// The origin of a fact that is being folded, which decides what is published about it.
public enum FactOrigin: Sendable, Equatable {
  /// The fact happens now and on this device: changes and signals are published, alarms are set.
  case live
  /// The fact was folded earlier, or before this process started: nothing is published.
  case replayed
  /// Another process of this device wrote the fact; it has already given signals and set alarms.
  ///
  /// Changes are published.
  case refreshed
  /// The fact comes from an import or another device: changes are published and alarms are set.
  ///
  /// The user is not praised, warned or notified about the past. What a whole page of such facts
  /// made newly true is summarized once after the page (see ``ModuleHost/summarize(_:)``).
  case merged
}
