import Core
import Presentation
import Terminal
import TrackingContract

/// How habits are named on a screen.
enum HabitLabel {
  /// The title behind a chip in the habit's color, where the screen has colors.
  static func text(
    _ title: String,
    _ details: HabitDetails,
    style: Style = .regular,
    on screen: Screen
  ) -> Text {
    let words = screen.profile.plain ? " (important)" : " !"
    let mark = details.priority == .high ? Text(words, .warning) : Text()
    let name = Text(title, style) + mark
    guard screen.profile.color != .none else { return name }
    return Text(screen.sign("●", ascii: "*") + " ", .color(details.color.rgbColor)) + name
  }

  /// `12/20 pages`; nil for a habit that is not measured and has no value.
  static func amount(_ value: Amount?, of target: Target?) -> String? {
    guard let target else { return value.map(\.description) }
    let limit = target.direction == .atMost ? "max " : ""
    let unit = target.unit.isEmpty ? "" : " \(target.unit)"
    return "\(value?.description ?? "0")/\(limit)\(target.amount)\(unit)"
  }
}

extension HabitColor {
  var rgbColor: RGB { RGB(hex: rgb) }
}

extension ShownStatus {
  var mark: DayMark {
    switch self {
    case .done: .done
    case .missed: .missed
    case .skipped: .skipped
    case .protected: .protected
    case .notDue: .notDue
    case .open: .open
    }
  }
}

/// Items in their groups, in the order in which they come.
struct Grouped<Item> {
  private(set) var groups: [(title: String, items: [Item])] = []

  /// Without any group there are no headings; beside groups, habits without one stand under
  /// "Other".
  init(_ items: [Item], group: (Item) -> String?) {
    let hasGroups = items.contains { group($0) != nil }
    for item in items {
      let title = group(item) ?? (hasGroups ? "Other" : "")
      if groups.last?.title == title {
        groups[groups.count - 1].items.append(item)
      } else {
        groups.append((title, [item]))
      }
    }
  }
}
