import Presentation

/// The meanings of a grid's symbols, on as many lines as necessary.
struct Legend {
  var entries: [Text]
  var indent: Int

  /// The states in `marks`, in the order of ``DayMark``.
  static func entries(for marks: Set<DayMark>, on screen: Screen) -> [Text] {
    DayMark.allCases
      .filter { $0 != .future && marks.contains($0) }
      .filter { mark in
        // A product may use one symbol for both missed days and days without a schedule.
        mark != .notDue || !marks.contains(.missed)
          || mark.sign(on: screen) != DayMark.missed.sign(on: screen)
      }
      .map { $0.text(on: screen) + Text(" \($0.name(on: screen))", .muted) }
  }

  func lines(on screen: Screen) -> [Text] {
    let room = screen.width - indent
    // On a narrow screen, even one entry may be too long for a line.
    return Text.packed(entries, by: "   ", to: room).flatMap {
      $0.width > room ? $0.wrapped(to: room, hanging: 2) : [$0]
    }
    .map { Text(repeating: " ", indent) + $0 }
  }
}
