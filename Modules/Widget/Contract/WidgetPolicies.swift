import Core

/// What stands at the head of a widget, above today's habits.
public enum WidgetHead: String, Codable, Sendable, CaseIterable {
  /// The day and its progress, and nothing else.
  case plain
  /// The contributions of a year; today's habits are rings, done ones too.
  case contributions
  /// The longest streak as a flame with its number, and the freezes.
  case streak
  /// The garden of the home page, where there is room for it.
  case garden
}

extension Policies {
  /// What the widgets of the product show above today's habits.
  public var widgetHead: WidgetHead {
    get { self[WidgetHeadKey.self] }
    set { self[WidgetHeadKey.self] = newValue }
  }
}

private enum WidgetHeadKey: PolicyKey {
  static let defaultValue = WidgetHead.plain
}
