import Core
import Presentation
import Terminal
import TrackingContract

/// Labels for habits on a terminal.
enum HabitLabel {
  /// Returns the title after the habit's icon, or after a chip in its color on a screen with colors.
  ///
  /// - Parameter besideIcons: whether other titles in the column have icons, which take another
  ///   column.
  static func text(
    _ title: String,
    _ details: HabitDetails,
    style: Style = .regular,
    besideIcons: Bool = false,
    on screen: Screen
  ) -> Text {
    let words = screen.profile.plain ? " (important)" : " !"
    let mark = details.priority == .high ? Text(words, .warning) : Text()
    return FacedTitle.text(
      Text(title, style) + mark,
      icon: details.icon?.description,
      color: details.color.rgbColor,
      besideIcons: besideIcons,
      on: screen
    )
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

  /// Returns the name of a day outside the time of its habit; nil for other days.
  func notDueWords(_ outside: DayOutside?) -> String? {
    guard self == .notDue else { return nil }
    return switch outside {
    case .beforeBeginning: "before it began"
    case .archived: "in the archive"
    case nil: nil
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
