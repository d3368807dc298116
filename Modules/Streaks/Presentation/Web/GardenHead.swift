import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The garden at the head of Today, for products that draw growth instead of numbers.
enum GardenHead {
  static func html(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    guard context.showsGarden else { return nil }
    let report = try await GardenReport.load(context)
    let plants = report.items.map { item in
      Plant(
        id: item.habit.id.description,
        name: item.title,
        stage: item.stage,
        isOpen: item.isTended,
        color: item.color
      )
    }
    return GardenScene(plants, under: GardenSky(context)).html(label: label(report, context))
  }

  /// The garden in words, for people who do not see it.
  private static func label(_ report: GardenReport, _ context: PageContext) -> String {
    let plants = report.items.prefix(12).map { item in
      let tended = item.isTended ? ", \(context.say(.gardenOpen))" : ""
      return "\(item.title): \(context.say(RootWords.of(item.strength)))\(tended)"
    }
    guard !plants.isEmpty else { return context.say(.gardenEmpty) }
    let more = report.items.count > plants.count ? [context.say(.gardenMore)] : []
    return "\(context.say(.gardenTitle)). \((plants + more).joined(separator: "; "))."
  }
}

extension SpaceContext {
  /// Whether growth is drawn as a garden, in a product that shows no numbers for it.
  var showsGarden: Bool { product.drawsGarden }
}

extension Product {
  var drawsGarden: Bool { theme.look.motif == .garden && !policies.showsStreaks }
}
