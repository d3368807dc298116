import Presentation

/// The blossoms of the species, each drawn once on a page and used by its plants.
///
/// The classes: `k` petal, `q` its shade, `c` the middle, `e` dark, `l` leaf, `m` shaded leaf;
/// those ending in `d` are the same for strokes.
enum Blossom {
  /// A definition, to be placed in `<defs>`.
  static func definition(_ species: PlantSpecies, isOpen: Bool) -> String {
    isOpen
      ? "<g id=\"f\(species.rawValue)\">\(open[species.rawValue])</g>"
      : "<g id=\"b\(species.rawValue)\">\(closed(species))</g>"
  }

  private static let open = PlantSpecies.allCases.map(draw)

  private static func draw(_ species: PlantSpecies) -> String {
    switch species {
    case .daisy:
      """
      <path class="q" d="\(Drawn.petals(9, length: 15, width: 4, turned: 20))"/>\
      <path class="k" d="\(Drawn.petals(9, length: 15.5, width: 3.8))"/>\
      <circle class="c" r="4.8"/><path class="ed" opacity=".35" stroke-width="1.3" \
      d="\(Drawn.dots(Drawn.ring(7, radius: 3)))"/>
      """
    case .tulip:
      """
      <path class="q" d="M-8.5-4C-12-14-9-21-7-25-3-22 0-18 0-18S3-22 7-25C9-21 12-14 8.5-4z"/>\
      <path class="k" d="M-9-6C-11-13-9.5-18-8.5-22-2-17-1-8 0 1-5 1-8-2-9-6zM9-6C11-13 9.5-18 8.5-22 \
      2-17 1-8 0 1 5 1 8-2 9-6z"/><path class="w" d="M0 1.500C-6-2-6.5-11 0-21 6.5-11 6-2 0 1.500z"/>
      """
    case .lavender: spike(open: true)
    case .poppy:
      """
      <path class="q" d="M-15-6C-16-20-3-19 0-15 3-19 16-20 15-6 12 3-12 3-15-6z"/>\
      <path class="k" d="M-16-7C-17 6-6 9 0 7 6 9 17 6 16-7 11-1 6-3 0-2-6-3-11-1-16-7z"/>\
      <path class="w" d="M-13-1C-8 4-4 4 0 2.5 4 4 8 4 13-1 8 8-8 8-13-1z"/>\
      <ellipse class="e" cy="-5" rx="4.6" ry="3.4"/><path class="cd" stroke-width="1.6" \
      d="M-7-6h0M7-6h0M-5-9h0M5-9h0M0-10h0M-3-7.500h0M3-7.500h0"/>
      """
    case .bluebell:
      """
      <path class="k" d="M0 0C-5 0-6 8-8 13-9.5 16.5-6 17-4.5 14.5-3 17.5-1 17 0 15 1 17 3 17.5 4.5 \
      14.5 6 17 9.5 16.5 8 13 6 8 5 0 0 0z"/><path class="q" d="M2 1C4 6 3 11 4.5 14.5 6 17 9.5 16.5 8 \
      13 6 8 5 1 2 1z"/><path class="w" d="M-3 3C-4 7-5 10-6 12-4 11-2.5 7-3 3z"/>
      """
    case .sunflower:
      """
      <path class="q" d="\(sharp(10, length: 18, turned: 18))"/>\
      <path class="k" d="\(sharp(10, length: 17, turned: 0))"/><circle class="e" r="7.5"/>\
      <path class="cd" stroke-width="1.4" d="\(Drawn.dots(Drawn.ring(11, radius: 5.8)))"/>\
      <path class="cd" opacity=".6" stroke-width="1.3" d="\(Drawn.dots(Drawn.ring(6, radius: 3)))"/>
      """
    case .allium:
      """
      <g transform="translate(0-9)"><circle class="q" r="11.5" opacity=".55"/><path class="qd" stroke-width="4.5" \
      d="\(Drawn.dots(Drawn.ring(15, radius: 12.8)))"/><path class="kd" stroke-width="4.2" \
      d="\(Drawn.dots(Drawn.ring(12, radius: 9.5, turned: 9)))"/><path class="kd" stroke-width="4.2" \
      d="\(Drawn.dots(Drawn.ring(7, radius: 5)))M0 0h0"/><path class="wd" stroke-width="1.7" \
      d="\(Drawn.dots(Drawn.ring(9, radius: 8, turned: 20) + Drawn.ring(5, radius: 4)))"/></g>
      """
    case .peony:
      """
      <path class="qd" stroke-width="13" d="\(Drawn.dots(Drawn.ring(7, radius: 9)))"/>\
      <path class="kd" stroke-width="11.5" d="\(Drawn.dots(Drawn.ring(6, radius: 6, turned: 20)))"/>\
      <path class="qd" opacity=".45" stroke-width="1.2" fill="none" \
      d="M-10-4q4-5 9-3M3-8q6 0 8 5M9 3q-1 6-7 7M-3 10q-6-1-8-6"/><path class="wd" \
      stroke-width="8" d="\(Drawn.dots(Drawn.ring(4, radius: 3)))"/><path class="qd" opacity=".6" \
      stroke-width="1.2" fill="none" d="M-4-1q2-4 5-2t1 5-5 1-2-4"/><circle class="c" r="1.7"/>
      """
    }
  }

  private static func closed(_ species: PlantSpecies) -> String {
    switch species {
    case .lavender: spike(open: false)
    case .bluebell:
      "<path class=\"l\" d=\"M0-1C-3 0-4 4-3 6 0 8 0 8 3 6 4 4 3 0 0-1z\"/>"
        + "<path class=\"k\" d=\"M-3 5C-3 9-1 12 0 12S3 9 3 5C1 6-1 6-3 5z\"/>"
    case .tulip:
      "<path class=\"q\" d=\"M0 1C-7-1-7-12 0-22 7-12 7-1 0 1z\"/>"
        + "<path class=\"l\" d=\"M0 2C-6 1-7-6-4-13-2-8 0-6 0-4 0-6 2-8 4-13 7-6 6 1 0 2z\"/>"
    case .peony, .sunflower, .daisy, .poppy, .allium:
      "<path class=\"k\" d=\"M0-17C-5-12-5-7-4-4L4-4C5-7 5-12 0-17z\"/>"
        + "<path class=\"q\" d=\"M0-17C2-12 2-8 1-4L4-4C5-7 5-12 0-17z\"/>"
        + "<path class=\"l\" d=\"M0 2C-7 1-7-6-5-10-3-7-1-7 0-11 1-7 3-7 5-10 7-6 7 1 0 2z\"/>"
    }
  }

  private static func sharp(_ count: Int, length: Double, turned: Double) -> String {
    (0..<count).map {
      let angle = turned + 360 * Double($0) / Double(count)
      return Drawn.leaf(0, 0, angle: angle, length: length, width: 7.5)
    }
    .joined()
  }

  private static func spike(open: Bool) -> String {
    let tiers = (0..<7).map { (y: -4.6 * Double($0), wide: 5.2 - 0.6 * Double($0)) }
    let share = open ? 1 : 0.45
    let shaded = tiers.map { (x: -$0.wide * 0.75 * share, y: $0.y) }
    let lit = tiers.map { (x: $0.wide * 0.75 * share, y: $0.y - 1.6) }
    let light = tiers.dropLast().map { (x: 0.0, y: $0.y - 3) }
    let width = open ? "5" : "3.4"
    return """
      <path class="qd" stroke-width="\(width)" d="\(Drawn.dots(shaded))"/>\
      <path class="kd" stroke-width="\(width)" d="\(Drawn.dots(lit))M0-31h0"/>\
      \(open ? "<path class=\"wd\" stroke-width=\"3\" d=\"\(Drawn.dots(light))\"/>" : "")
      """
  }
}
