import Glibc

/// The number of colors of a terminal.
public enum ColorDepth: Int, Sendable, Comparable {
  case none
  case sixteen
  case indexed256
  case truecolor

  public static func < (a: ColorDepth, b: ColorDepth) -> Bool { a.rawValue < b.rawValue }
}

/// Whether the background is light or dark; most terminals do not say.
public enum Appearance: Sendable {
  case light
  case dark
  case unknown
}

/// The capabilities of an output device and the preferences of its reader.
public struct TerminalProfile: Sendable, Equatable {
  /// Columns, at least ``minimumWidth``.
  public var width: Int
  public var color: ColorDepth
  public var unicode: Bool
  /// For screen readers: sentences and lists instead of color, boxes and grids.
  public var plain: Bool
  /// Whether nothing may move or redraw itself.
  public var reducedMotion: Bool
  public var appearance: Appearance
  /// False for files and pipes.
  public var isTerminal: Bool
  /// Whether nothing but ASCII is printed.
  ///
  /// This is the case on a terminal without UTF-8, and wherever a locale without UTF-8 was chosen. A
  /// file or pipe gets the text unchanged if no locale was chosen.
  public var isASCIIOnly: Bool

  public static let minimumWidth = 20
  public static let maximumWidth = 1000

  public init(
    width: Int = 80,
    color: ColorDepth = .none,
    unicode: Bool = true,
    plain: Bool = false,
    reducedMotion: Bool = false,
    appearance: Appearance = .unknown,
    isTerminal: Bool = true,
    isASCIIOnly: Bool? = nil
  ) {
    self.width = min(Self.maximumWidth, max(Self.minimumWidth, width))
    self.color = plain ? .none : color
    self.unicode = unicode
    self.plain = plain
    self.reducedMotion = reducedMotion || plain
    self.appearance = appearance
    self.isTerminal = isTerminal
    self.isASCIIOnly = isASCIIOnly ?? (!unicode && isTerminal)
  }

  /// 80 columns, no color, UTF-8: the profile of a file.
  public static let file = TerminalProfile(reducedMotion: true, isTerminal: false)

  /// 80 columns, no color, ASCII.
  public static let ascii = TerminalProfile(unicode: false)

  /// The profile for a screen reader.
  public static let screenReader = TerminalProfile(plain: true)
}

/// A standard output stream.
public enum OutputStream: Int32, Sendable {
  case standardOutput = 1
  case standardError = 2
}

extension TerminalProfile {
  /// Detects the profile from the stream and the environment.
  ///
  /// - Parameter environment: returns the value of a variable; tests pass their own.
  public static func detect(
    stream: OutputStream = .standardOutput,
    environment: (String) -> String? = TerminalProfile.processEnvironment,
    plain: Bool = false
  ) -> TerminalProfile {
    let isTerminal = isatty(stream.rawValue) == 1
    var size = winsize()
    let known = isTerminal && ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0
    return detect(
      isTerminal: isTerminal,
      columns: known ? Int(size.ws_col) : nil,
      environment: environment,
      plain: plain
    )
  }

  /// The same, for a known kind of stream.
  static func detect(
    isTerminal: Bool,
    columns: Int?,
    environment: (String) -> String?,
    plain: Bool
  ) -> TerminalProfile {
    let reported = columns.flatMap { $0 > 0 ? $0 : nil }
    let declared = environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let isDumb = environment("TERM") == "dumb"
    let speaksUTF8 = speaksUTF8(environment)
    return TerminalProfile(
      width: reported ?? declared ?? 80,
      color: colorDepth(isTerminal: isTerminal, environment: environment),
      unicode: speaksUTF8 ?? false,
      plain: plain,
      reducedMotion: !isTerminal || isDumb,
      appearance: appearance(environment("COLORFGBG")),
      isTerminal: isTerminal,
      isASCIIOnly: speaksUTF8.map { !$0 } ?? isTerminal
    )
  }

  /// The value of an environment variable of this process.
  public static func processEnvironment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Conventions: https://no-color.org and https://bixense.com/clicolors.
  private static func colorDepth(
    isTerminal: Bool,
    environment: (String) -> String?
  ) -> ColorDepth {
    if isSet(environment("NO_COLOR")) { return .none }
    let depth = declaredDepth(environment)
    if isSet(environment("CLICOLOR_FORCE")), environment("CLICOLOR_FORCE") != "0" {
      return max(depth, .sixteen)
    }
    return isTerminal && environment("CLICOLOR") != "0" ? depth : .none
  }

  private static func isSet(_ value: String?) -> Bool { value.map { !$0.isEmpty } ?? false }

  private static func declaredDepth(_ environment: (String) -> String?) -> ColorDepth {
    let term = (environment("TERM") ?? "").lowercased()
    if term.isEmpty || term == "dumb" { return .none }
    let colorTerm = (environment("COLORTERM") ?? "").lowercased()
    if colorTerm == "truecolor" || colorTerm == "24bit" || term.hasSuffix("-direct") {
      return .truecolor
    }
    let full = ["xterm-kitty", "xterm-ghostty", "alacritty", "wezterm", "foot"]
    if full.contains(where: { term.hasPrefix($0) }) { return .truecolor }
    if term.hasSuffix("256color") || term.contains("256color") { return .indexed256 }
    if term.hasSuffix("-mono") || term.hasSuffix("-m") || term.hasPrefix("vt") { return .none }
    return .sixteen
  }

  /// POSIX precedence of the locale variables: the first that is set and not empty wins.
  ///
  /// Nil if none is.
  private static func speaksUTF8(_ environment: (String) -> String?) -> Bool? {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = environment(name), !value.isEmpty else { continue }
      let lowered = value.lowercased()
      return lowered.contains("utf-8") || lowered.contains("utf8")
    }
    return nil
  }

  /// `COLORFGBG` is "foreground;background" in the 16 colors, sometimes with a field in between.
  private static func appearance(_ value: String?) -> Appearance {
    guard let last = value?.split(separator: ";").last, let background = Int(last) else {
      return .unknown
    }
    switch background {
    case 0...6, 8: return .dark
    case 7, 9...15: return .light
    default: return .unknown
    }
  }
}
