import Core

/// The state of one habit on one day.
public enum DayMark: Sendable, CaseIterable {
  case done, skipped, protected, missed
  /// Due today and not yet done.
  case open
  case notDue
  /// After today.
  case future

  /// The name for the legend and for screen readers.
  public var name: String {
    switch self {
    case .done: "done"
    case .skipped: "skipped"
    case .protected: "protected"
    case .missed: "missed"
    case .open: "open"
    case .notDue: "not due"
    case .future: "ahead"
    }
  }
}
