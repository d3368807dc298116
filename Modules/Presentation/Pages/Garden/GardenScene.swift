import Presentation

/// A garden with a plant for each habit, in the light of the hour and the season.
///
/// It is one drawing without a view box: plants keep their size and stand at fractions of its
/// width, so that it fits a phone and a desk. The styles are in ``GardenStyles``.
public struct GardenScene: Sendable {
  /// More plants are not drawn: nobody could tell them apart, and the page would become heavy.
  public static let mostPlants = 40

  private let plants: [Plant]
  private let sky: GardenSky

  /// - Parameter plants: in the order of the person's list.
  public init(_ plants: [Plant], under sky: GardenSky) {
    self.plants = Array(plants.prefix(GardenScene.mostPlants))
    self.sky = sky
  }

  /// - Parameter label: what the picture shows, for a screen reader.
  public func html(label: String) -> HTML {
    let season = sky.season?.rawValue ?? "mild"
    return """
      <div class="garden \(sky.light.rawValue) \(season)" data-rows="\(rows)">\
      <svg class="scene" role="img" aria-label="\(label)">\
      <defs>\(HTML(trusted: definitions))</defs>\
      <svg viewBox="0 0 1200 480" preserveAspectRatio="xMidYMax slice" width="100%" height="100%">\
      \(HTML(trusted: ground.drawing))</svg>\
      <g class="plants">\(placed.joined())</g>\
      \(HTML(trusted: guests))</svg></div>
      """
  }

  private var ground: GardenGround {
    GardenGround(sky, lushness: lushness, isHome: hasHive, isEmpty: plants.isEmpty)
  }

  private var definitions: String {
    let grown = plants.filter { $0.stage > .sprout }
    return [true, false].flatMap { isOpen in
      Set(grown.filter { $0.isOpen == isOpen }.map(\.species)).sorted { $0.rawValue < $1.rawValue }
        .map { Blossom.definition($0, isOpen: isOpen) }
    }
    .joined()
  }

  /// How much has been kept overall, 0 to 3.
  private var lushness: Int {
    let sum = plants.reduce(0) { $0 + $1.stage.rawValue }
    return [3, 9, 20].count { sum >= $0 }
  }

  private var hasHive: Bool { plants.contains { $0.stage >= .bloom } }

  // MARK: Places

  /// The rows of plants, one behind the other.
  private var rows: Int { [0, 6, 14, 24].count { plants.count > $0 } }

  // All rows stand on the lawn, before the tree and the cottage, however many there are.
  private var front: Double { rows < 3 ? 84 : 91 }
  private var step: Double { rows < 3 ? 9.5 : 18 / Double(rows - 1) }
  private var sway: Double { rows < 3 ? 2.4 : 1.6 }

  private var placed: [HTML] {
    let rows = max(1, rows)
    let each = (plants.count + rows - 1) / rows
    // The rows behind are drawn first.
    return (0..<rows).reversed().flatMap { row -> [HTML] in
      let members = plants.dropFirst(row * each).prefix(each)
      return members.enumerated().map { place, plant in
        html(plant, row: row, place: place, of: members.count)
      }
    }
  }

  private func html(_ plant: Plant, row: Int, place: Int, of count: Int) -> HTML {
    var chance = PlantSeed(plant.id + "place")
    // Plants in several rows are shifted, and keep away from the sides all the same.
    let inset = rows > 1 ? 3.0 : 0
    let share = (100 - 2 * inset) / Double(count)
    // Each row is shifted against the one before, as one would plant it.
    let shift = row % 2 == 1 ? share * 0.22 : rows > 1 ? -share * 0.12 : 0
    let middle = inset + share * (Double(place) + 0.5)
    let x = middle + shift + share * 0.1 * chance.sway()
    let y = front - step * Double(row) + sway * chance.sway()
    let turned = chance.next(below: 5)
    let state = plant.isOpen ? " open" : ""
    let drawing: HTML = """
      <g class="r\(row)"><g class="plant t\(plant.tone) y\(turned)\(state)" id="plant-\(plant.id)"><title>\(plant.name)</title>\
      \(HTML(trusted: plant.drawing))</g></g>
      """
    // At most six have a name plate each; if there are more, no plant has one.
    return """
      <svg x="\(Drawn.number(x))%" y="\(Drawn.number(y))%" overflow="visible">\(drawing)</svg>\
      \(rows == 1 ? plate(plant, Double(place) * share, share) : nil)
      """
  }

  private func plate(_ plant: Plant, _ x: Double, _ width: Double) -> HTML {
    """
    <foreignObject x="\(Drawn.number(x))%" y="88%" width="\(Drawn.number(width))%" height="12%">\
    <p class="plate" dir="auto"><span>\(plant.name)</span></p></foreignObject>
    """
  }

  // MARK: Guests

  /// Bees where something is open by day, fireflies on mild nights.
  private var guests: String {
    let isOpen = plants.contains(where: \.isOpen)
    if sky.light == .night {
      guard sky.season == .summer || sky.season == nil else { return "" }
      return ["22% 62", "48% 54", "67% 66", "84% 58", "36% 72"].enumerated().map { index, place in
        let parts = place.split(separator: " ")
        return "<svg x=\"\(parts[0])\" y=\"\(parts[1])%\" overflow=\"visible\"><circle "
          + "class=\"fly y\(index)\" r=\"2.2\"/></svg>"
      }
      .joined()
    }
    guard isOpen, sky.season != .winter else { return "" }
    let places = hasHive ? ["30% 48", "58% 40", "74% 54"] : ["56% 46"]
    return places.enumerated().map { index, place in
      let parts = place.split(separator: " ")
      return "<svg x=\"\(parts[0])\" y=\"\(parts[1])%\" overflow=\"visible\">"
        + "<g class=\"bee b\(index)\">" + GardenScene.bee + "</g></svg>"
    }
    .joined()
  }

  private static let bee = """
    <g class="wing"><ellipse cx="-1" cy="-6" rx="3.2" ry="5" transform="rotate(-24)"/>\
    <ellipse cx="2" cy="-6" rx="3.2" ry="5" transform="rotate(18)"/></g><ellipse rx="6.5" ry="4.6" \
    fill="#f4b93f"/><path d="M-2.5-4.300v8.600M1.2-4.500v9" stroke="#4a3320" stroke-width="1.9"/>\
    <circle cx="5.2" cy="-.5" r="2.6" fill="#4a3320"/>
    """
}
