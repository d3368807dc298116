import Core
import Presentation
import Terminal
import TrackingContract

/// Labels for habits on a terminal.
enum HabitLabel {
  /// Returns the title after a chip in the habit's color, if the screen supports colors.
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

  /// Returns an amount as `12/20 pages`; nil for a habit without a target and without a value.
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

extension DisplayStatus {
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

/// Items in their groups, in the given order.
struct Grouped<Item> {
  private(set) var groups: [(title: String, items: [Item])] = []

  /// Groups `items`.
  ///
  /// If no item has a group, there are no headings; otherwise items without a group are under
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
