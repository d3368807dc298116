import Pages
import Presentation

/// The garden of the home page, in the widget of a product that draws growth.
enum WidgetGarden {
  /// Nil where no garden grows.
  static func html(_ request: PageRequest) async throws -> HTML? {
    guard request.context.product.theme.look.motif == .garden else { return nil }
    return try await request.cards(in: .todayHead)
  }
}
