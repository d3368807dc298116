/// A short line that is drawn below a success and disappears again.
///
/// For terminals that allow motion: it takes a fifth of a second, and nothing stays on the screen.
public struct DrawnLine: Sendable {
  static let length = 12
  static let frames = 8
  static let pause = Duration.milliseconds(25)

  private let ink: Ink

  public init(_ ink: Ink = .done) { self.ink = ink }

  /// The successive frames, from the beginning of the line to all of it.
  func frames(on screen: Screen) -> [Text] {
    let length = min(DrawnLine.length, screen.width - 3)
    return (1...DrawnLine.frames).map { frame in
      let drawn = max(1, length * frame / DrawnLine.frames)
      return Text("  " + String(repeating: screen.sign("━", ascii: "-"), count: drawn), Style(ink))
    }
  }

  public func draw(on screen: Screen) async {
    let line = LiveLine(on: screen)
    for frame in frames(on: screen) {
      line.show(frame)
      try? await Task.sleep(for: DrawnLine.pause)
    }
    line.clear()
  }
}
