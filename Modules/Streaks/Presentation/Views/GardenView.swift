import Core
import Presentation
import StreaksContract
import Terminal

/// A bed of plants in characters, with as many side by side as fit.
struct GardenView: View {
  private let items: [GardenReport.Item]
  private let roots: [String]
  private let open: String

  init(_ report: GardenReport, _ context: any SpaceContext) {
    items = report.items
    roots = report.items.map { context.say(RootWords.of($0.strength)) }
    open = context.say(.gardenOpen)
  }

  func lines(on screen: Screen) -> [Text] {
    if screen.profile.plain { return sentences }
    let width = 13
    let perRow = max(1, screen.width / width)
    return stride(from: 0, to: items.count, by: perRow).flatMap { first -> [Text] in
      let row = items[first..<min(first + perRow, items.count)]
      return bed(Array(row), width, screen) + (first + perRow < items.count ? [Text()] : [])
    }
  }

  private var sentences: [Text] {
    zip(items, roots).map { item, roots in
      Text("\(item.title): \(roots)\(item.isTended ? ", \(open)" : "").")
    }
  }

  private func bed(_ row: [GardenReport.Item], _ width: Int, _ screen: Screen) -> [Text] {
    let drawn = row.map { item in
      PlantSign(stage: item.stage, isOpen: item.isTended, seed: item.seed, color: item.color)
    }
    let height = drawn.map { $0.height }.max() ?? 0
    var lines = (0..<height).map { line -> Text in
      drawn.reduce(into: Text()) { text, plant in
        text += plant.line(line + plant.lines - height, on: screen).padded(to: width)
      }
      .trimmedEnd()
    }
    lines.append(
      Text(repeating: screen.sign("▔", ascii: "-"), row.count * width - 2, .muted)
    )
    lines.append(
      row.reduce(into: Text()) { text, item in
        let name = Text(item.title).truncated(to: width - 2, ellipsis: screen.ellipsis)
        text += name.padded(to: width)
      }
      .trimmedEnd()
    )
    return lines
  }
}

/// A plant in characters, at most five lines high.
struct PlantSign {
  let stage: GrowthStage
  let isOpen: Bool
  let seed: PlantSeed
  let color: RGB?

  /// `h` stands for a blossom, `s` for a stem.
  private var rows: [String] {
    switch stage {
    case .seed: isOpen ? ["     ,"] : ["     ."]
    case .sprout: isOpen ? ["    \\s/"] : ["     s"]
    case .leaf: ["     h", "    \\s/"]
    case .bud: ["     h", "   h s", "    \\s/"]
    case .bloom: ["     h", "   h s h", "    \\s/", "     s"]
    case .lush: ["    h h", "   h h h", "   \\ s /", "    \\s/", "     s"]
    }
  }

  var lines: Int { rows.count }
  /// The number of lines it takes; the tallest plant in a bed decides its height.
  var height: Int { lines }

  private static let blossoms = ["✿", "❁", "✾", "❀", "✽", "❃", "✤", "❋"]

  /// - Parameter line: from 0 for its top; negative above it.
  func line(_ line: Int, on screen: Screen) -> Text {
    guard rows.indices.contains(line) else { return Text() }
    let blossom = PlantSign.blossoms[seed.species.rawValue]
    return rows[line].reduce(into: Text()) { text, sign in
      switch sign {
      case "h" where isOpen:
        text += Text(screen.sign(blossom, ascii: "*"), color.map { .color($0) } ?? .warning)
      case "h": text += Text(screen.sign("•", ascii: "o"), .done)
      case "s": text += Text(screen.sign("│", ascii: "|"), .done)
      case " ": text += Text(" ")
      default: text += Text(String(sign), .done)
      }
    }
  }
}
