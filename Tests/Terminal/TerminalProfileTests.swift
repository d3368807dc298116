import Terminal
import Testing

@testable import Terminal

struct TerminalProfileTests {
  private func detect(
    _ environment: [String: String],
    isTerminal: Bool = true,
    columns: Int? = nil,
    plain: Bool = false
  ) -> TerminalProfile {
    .detect(
      isTerminal: isTerminal,
      columns: columns,
      environment: { environment[$0] },
      plain: plain
    )
  }

  @Test func `the terminal's own width wins over COLUMNS and 80 is the last resort`() {
    #expect(detect(["COLUMNS": "100"], columns: 132).width == 132)
    #expect(detect(["COLUMNS": "100"], columns: 0).width == 100)
    #expect(detect(["COLUMNS": "wide"]).width == 80)
    #expect(detect([:], isTerminal: false).width == 80)
    #expect(detect([:], columns: 3).width == TerminalProfile.minimumWidth)
  }

  @Test(arguments: [
    (["TERM": "xterm"], ColorDepth.sixteen),
    (["TERM": "xterm-256color"], .indexed256),
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .truecolor),
    (["TERM": "screen", "COLORTERM": "24bit"], .truecolor),
    (["TERM": "xterm-kitty"], .truecolor),
    (["TERM": "vt100"], .none),
    (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
    ([:], .none),
    (["TERM": "xterm", "NO_COLOR": "1"], .none),
    (["TERM": "xterm", "NO_COLOR": ""], .sixteen),
    (["TERM": "xterm", "CLICOLOR": "0"], .none),
    (["TERM": "xterm", "NO_COLOR": "1", "CLICOLOR_FORCE": "1"], .none),
  ])
  func `a terminal's colors follow its environment`(
    _ environment: [String: String],
    _ depth: ColorDepth
  ) {
    #expect(detect(environment).color == depth)
  }

  @Test func `a file gets color only by force`() {
    let terminal = ["TERM": "xterm-256color"]
    #expect(detect(terminal, isTerminal: false).color == .none)
    let forced = terminal.merging(["CLICOLOR_FORCE": "1"]) { $1 }
    #expect(detect(forced, isTerminal: false).color == .indexed256)
    #expect(detect(["CLICOLOR_FORCE": "1"], isTerminal: false).color == .sixteen)
    #expect(detect(["TERM": "xterm", "CLICOLOR_FORCE": "0"], isTerminal: false).color == .none)
  }

  @Test func `the first locale variable that is set decides about Unicode`() {
    #expect(detect(["LANG": "de_AT.UTF-8"]).unicode)
    #expect(detect(["LANG": "C.utf8"]).unicode)
    #expect(!detect(["LC_ALL": "C", "LANG": "de_AT.UTF-8"]).unicode)
    #expect(detect(["LC_ALL": "", "LC_CTYPE": "en_US.UTF-8", "LANG": "C"]).unicode)
    #expect(!detect([:]).unicode)
  }

  @Test func `a locale without UTF-8 holds for files too, and no locale only for terminals`() {
    #expect(detect(["LC_ALL": "C"], isTerminal: false).isASCIIOnly)
    #expect(detect(["LC_ALL": "C"]).isASCIIOnly)
    #expect(detect([:]).isASCIIOnly)
    #expect(!detect([:], isTerminal: false).isASCIIOnly)
    #expect(!detect(["LANG": "C.UTF-8"]).isASCIIOnly)
  }

  @Test func `plain means no color and no motion`() {
    let profile = detect(["TERM": "xterm", "COLORTERM": "truecolor"], plain: true)
    #expect(profile.color == .none)
    #expect(profile.reducedMotion)
    #expect(!detect(["TERM": "xterm"]).reducedMotion)
    #expect(detect(["TERM": "dumb"]).reducedMotion)
  }

  @Test func `COLORFGBG tells the background`() {
    #expect(detect(["COLORFGBG": "15;0"]).appearance == .dark)
    #expect(detect(["COLORFGBG": "0;default;15"]).appearance == .light)
    #expect(detect(["COLORFGBG": "0;default"]).appearance == .unknown)
    #expect(detect([:]).appearance == .unknown)
  }
}
