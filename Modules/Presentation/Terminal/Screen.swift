import Core
import Presentation

/// A profile and a theme: everything that drawing depends on besides the data.
public struct Screen: Sendable, Equatable {
  public let profile: TerminalProfile
  public let palette: Palette

  public init(_ profile: TerminalProfile, theme: Theme = .standard) {
    self.profile = profile
    palette = Palette(theme: theme, appearance: profile.appearance)
  }

  public var theme: Theme { palette.theme }
  public var width: Int { profile.width }

  /// The mark for truncated text.
  public var ellipsis: String { profile.unicode ? "…" : "..." }

  /// `glyph` in this screen's character set.
  public func sign(_ glyph: Glyph) -> String { profile.unicode ? glyph.unicode : glyph.ascii }

  /// `unicode` if the screen supports it, else `ascii`.
  public func sign(_ unicode: String, ascii: String) -> String {
    profile.unicode ? unicode : ascii
  }

  /// The same screen with fewer columns.
  public func narrowed(to width: Int) -> Screen {
    var profile = profile
    profile.width = width
    return Screen(profile, theme: theme)
  }

  /// `text` with the escape sequences for this screen; none if it has no color.
  public func render(_ text: Text) -> String {
    var output = ""
    for span in text.spans {
      let content = ordered(readable(span.content))
      let codes = profile.color == .none ? [] : sgr(span.style)
      if codes.isEmpty {
        output += content
      } else {
        let joined = codes.map(String.init).joined(separator: ";")
        output += "\u{1B}[\(joined)m\(content)\u{1B}[0m"
      }
    }
    return output
  }

  /// The lines, each ending with a line break.
  public func render(_ lines: [Text]) -> String {
    var output = ""
    for line in lines { output += render(line.trimmedEnd()) + "\n" }
    return output
  }

  /// `view`, line by line.
  public func draw(_ view: some View) -> String { render(view.lines(on: self)) }

  /// `content` in the characters that this screen may be sent.
  public func readable(_ content: String) -> String {
    profile.isASCIIOnly ? foldedToASCII(content) : content
  }

  /// Keeps the columns of `content` in order on terminals that may reorder what they show.
  private func ordered(_ content: String) -> String {
    profile.isTerminal && !profile.plain ? keepingColumns(content) : content
  }

  /// SGR parameters of ECMA-48 8.3.117, with the usual extensions for 256 and 24-bit colors.
  private func sgr(_ style: Style) -> [Int] {
    var codes: [Int] = []
    if style.traits.contains(.bold) { codes.append(1) }
    if style.traits.contains(.dim) { codes.append(2) }
    if style.traits.contains(.italic) { codes.append(3) }
    if style.traits.contains(.underline) { codes.append(4) }
    if style.traits.contains(.inverse) { codes.append(7) }
    if let ink = style.ink { codes += sgr(ink) }
    return codes
  }

  private func sgr(_ ink: Ink) -> [Int] {
    let color = palette.color(ink)
    switch profile.color {
    case .none: return []
    case .sixteen: return sixteen(ink, color)
    case .indexed256: return [38, 5, color.indexed256]
    case .truecolor: return [38, 2, Int(color.red), Int(color.green), Int(color.blue)]
    }
  }

  /// Codes for 16 colors, in which faint text is dimmed rather than gray.
  ///
  /// People customize these colors, and some schemes make gray the color of the background.
  private func sixteen(_ ink: Ink, _ color: RGB) -> [Int] {
    switch ink {
    case .muted, .heat(...0), .shade(...0): return [2]
    case .heat, .shade: return palette.theme.heatOnDark[3].sgr16.map { [$0] } ?? []
    default: return color.sgr16.map { [$0] } ?? []
    }
  }
}

/// Something that can be drawn at any screen width.
public protocol View: Sendable {
  /// The lines for `screen`, none wider than the screen if possible.
  func lines(on screen: Screen) -> [Text]
}
