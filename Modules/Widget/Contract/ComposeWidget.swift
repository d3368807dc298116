import Core
import TrackingContract

/// Returns what a widget of one size shows now.
public struct ComposeWidget: Query {
  public typealias Reply = WidgetContent
  public static let name = "widget.compose-widget"
  public static let summary = "What a widget of one size shows: the habits still open today."

  public let size: WidgetSize

  public init(size: WidgetSize) { self.size = size }
}

/// The size of a widget.
public enum WidgetSize: String, Codable, Sendable, CaseIterable {
  case small, medium, large

  /// The maximum number of habits shown.
  public var capacity: Int {
    switch self {
    case .small: 3
    case .medium: 6
    case .large: 10
    }
  }
}
