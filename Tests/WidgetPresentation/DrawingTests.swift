import Core
import Presentation
import Terminal
import Testing
import TrackingContract
import WidgetContract

@testable import WidgetPresentation

@Suite struct DrawingTests {
  @Test func `W-10: text lists habits by number and ends with what is left`() throws {
    #expect(
      try drawn(content(["Read", "Run", "Rest"], more: 3), .text)
        == "1. Read\n2. Run\n3. Rest\n+3 more\n"
    )
  }

  @Test(arguments: [20, 24, 28, 80])
  func `W-05: long titles end in an ellipsis and no line is too wide`(width: Int) throws {
    let long = content(["Practise the violin, slowly and with love 🎻🎻🎻", "東京東京東京東京東京東京東京東京"])
    let lines = try drawn(long, .text, TerminalProfile(width: width)).split(separator: "\n")
    for line in lines {
      #expect(String(line).displayWidth <= min(width, 28))
      #expect(line.hasSuffix("…"))
    }
  }

  @Test func `W-05: the color of a habit stands before its title`() throws {
    let text = try drawn(content(["Read"]), .text, TerminalProfile(color: .truecolor))
    #expect(text.contains("●"))
    #expect(text.contains("\u{1B}[38;2;"))
    #expect(try drawn(content(["Read"]), .tmux) == "#[fg=#00897b]●#[default] Read\n")
  }

  @Test func `W-06: what is said when nothing is open is word for word`() throws {
    let done = try drawn(content([], message: .allDone), .text)
    #expect(done.hasPrefix("All habits completed today! 🌸\n"))
    #expect(done.contains("trellis today"))
    let none = try drawn(content([], message: .noHabits), nil)
    #expect(none.contains("\"message\" : \"Add your first habit in BeeBloom\""))
    #expect(try drawn(content([], message: .allDone), .tmux) == "All habits completed today! 🌸\n")
  }

  @Test func `W-08: Today is offered only when nothing is left to tap`() throws {
    #expect(!(try drawn(content(["Read"]), .text).contains("today")))
  }

  @Test func `a terminal without flowers is not shown question marks`() throws {
    let text = try drawn(content([], message: .allDone), .text, .ascii)
    #expect(text.hasPrefix("All habits completed today!\n"))
  }

  @Test func `the document has exactly the promised fields`() throws {
    let text = try drawn(content(["Read"], more: 2), nil)
    let names = text.split(separator: "\"").map(String.init)
    for name in ["size", "items", "id", "title", "color", "more", "message", "refreshAt"] {
      #expect(names.contains(name))
    }
    #expect(text.contains("\"message\" : null"))
    #expect(text.contains("\"refreshAt\" : \"2026-03-13T00:00:00+01:00\""))
    #expect(!text.contains("done"))
  }

  @Test func `W-07: a timeline says when it is to be asked for again`() throws {
    let text = try drawn(content(["Read"]), .json)
    #expect(text.contains("\"after\" : \"2026-03-13T00:00:00+01:00\""))
    #expect(text.contains("\"date\" : \"2026-03-12T08:20:00+01:00\""))
  }

  @Test func `an icon stands in the place of the dot, and where it cannot be shown the dot does`()
    throws
  {
    let content = content(["Read"], icon: "📚")
    #expect(try drawn(content, .tmux) == "📚 Read\n")
    #expect(try drawn(content, .waybar).contains(#""tooltip":"📚 Read""#))
    #expect(try drawn(content, .json).contains("📚"))
  }

  @Test func `waybar gets one line in which no title is markup`() throws {
    let text = try drawn(content(["<b>&</b>", "Run\n\u{1B}[2J"], more: 1, done: 1), .waybar)
    #expect(text.split(separator: "\n").count == 1)
    #expect(text.contains("&lt;b&gt;&amp;&lt;"))
    #expect(!text.contains("\u{1B}"))
    #expect(text.contains("\"class\":\"open\""))
    #expect(text.contains("\"percentage\":25"))
    #expect(text.contains("+1 more"))
    #expect(
      try drawn(content([], message: .allDone, done: 4), .waybar).contains("\"percentage\":100")
    )
  }

  @Test func `tmux takes no title for a style or a command`() throws {
    let text = try drawn(content(["#[fg=red] #(rm) #{pid}"]), .tmux)
    #expect(text.hasSuffix(" ##[fg=red] ##(rm) ##{pid}\n"))
  }
}
