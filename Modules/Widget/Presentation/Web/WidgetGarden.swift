import Pages
import Presentation
import WidgetContract

/// The garden of the home page, in the widget of a product that has it there.
enum WidgetGarden {
  /// Nil where the widget has another head.
  static func html(_ request: PageRequest) async throws -> HTML? {
    guard request.context.product.policies.widgetHead == .garden else { return nil }
    return try await request.cards(in: .todayHead)
  }
}
