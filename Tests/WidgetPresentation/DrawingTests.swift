import Core
import Presentation
import StreaksContract
import Terminal
import Testing
import TrackingContract
import WidgetContract

@testable import WidgetPresentation

@Suite struct DrawingTests {
  @Test func `W-10: text has the day, lists habits by number and ends with what is left`() throws {
    #expect(
      try drawn(content(["Read", "Run", "Rest"], more: 3), .text)
        == "Thu 12 Mar  1 of 7\n1. Read\n2. Run\n3. Rest\n+3 more\n"
    )
  }

  @Test(arguments: [20, 24, 28, 80])
  func `W-05: long titles end in an ellipsis and no line is too wide`(width: Int) throws {
    let long = content(["Practise the violin, slowly and with love 🎻🎻🎻", "東京東京東京東京東京東京東京東京"])
    let lines = try drawn(long, .text, TerminalProfile(width: width)).split(separator: "\n")
    for line in lines.dropFirst() {
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
    #expect(done.hasPrefix("Thu 12 Mar  1 of 1\nAll habits completed today! 🌸\n"))
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
    #expect(text.hasSuffix("All habits completed today!\n> trellis today\n"))
  }

  @Test func `the document has exactly the promised fields`() throws {
    let text = try drawn(content(["Read"], more: 2), nil)
    let document = try JSON.decode(JSONValue.self, from: Array(text.utf8))
    guard case .object(let members) = document, case .list(let items) = members["items"],
      case .object(let item) = items.first
    else {
      Issue.record("\(text)")
      return
    }
    let promised = [
      "day", "done", "flame", "graph", "items", "message", "more", "refreshAt", "size", "total",
    ]
    #expect(members.keys.sorted() == promised)
    #expect(item.keys.sorted() == ["amount", "color", "icon", "id", "share", "streak", "title"])
    #expect(text.contains("\"done\" : 1"))
    #expect(text.contains("\"total\" : 4"))
    #expect(text.contains("\"message\" : null"))
    #expect(text.contains("\"refreshAt\" : \"2026-03-13T00:00:00+01:00\""))
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

  @Test func `what is measured stands behind the title, as the person writes numbers`() throws {
    let target = Target(amount: Amount(10_000), unit: "steps")
    let walk = content(["Walk"], amount: MeasuredAmount(Amount(2500), of: target, .open))
    #expect(try drawn(walk, .text).contains("1. Walk  2500/10 000 steps\n"))
    let narrow = try drawn(walk, .text, TerminalProfile(width: 20))
    #expect(narrow.split(separator: "\n").allSatisfy { String($0).displayWidth <= 20 })
  }

  private var lit: WidgetFlame {
    WidgetFlame(
      streak: WidgetStreak(length: 12, unit: .day),
      label: "Read",
      atRisk: false,
      freezes: 2
    )
  }

  @Test func `a streak is a flame with its length and the freezes`() throws {
    let streak = WidgetStreak(length: 12, unit: .day)
    let content = content(["Read"], flame: lit, streak: streak)
    let profile = TerminalProfile(color: .truecolor)
    let text = try drawn(content, .text, profile)
    #expect(text.contains("🔥 12 days"))
    #expect(text.contains("2 freezes"))
    #expect(text.contains("🔥 12\u{1B}[0m\n"))
    #expect(try drawn(content, .waybar).contains(#""text":"🔥 12  ○ 1""#))
    #expect(try drawn(content, .tmux).hasPrefix("🔥 12  "))
  }

  @Test func `a flame that is out says how it is lit`() throws {
    let out = WidgetFlame(streak: nil, label: nil, atRisk: false, freezes: 0)
    let text = try drawn(content(["Read"], flame: out), .text)
    #expect(text.contains("No streak is running."))
    #expect(!text.contains("🔥"))
    #expect(try drawn(content(["Read"], flame: out), nil).contains("\"label\" : null"))
  }

  private var year: WidgetGraph {
    WidgetGraph(from: Day(number: 20_524 - 367), levels: (0..<368).map { $0 % 5 }, total: 736)
  }

  @Test func `contributions are a grid, and in a small widget a row`() throws {
    let profile = TerminalProfile(color: .truecolor)
    let small = try drawn(content(["Read"], graph: year), .text, profile)
    #expect(small.split(separator: "\n").count == 3)
    #expect(small.contains("▓"))
    let large = try drawn(content(["Read"], size: .large, graph: year), .text, profile)
    #expect(large.split(separator: "\n").count == 10)
    #expect(large.contains("Mon"))
  }

  @Test func `plain text has no signs, and says what the others draw`() throws {
    let plain = TerminalProfile.screenReader
    let flame = try drawn(content(["Read"], icon: "📚", flame: lit), .text, plain)
    #expect(
      flame == "Thu 12 Mar: 1 of 2 done.\n12 days, 2 freezes\n1. Read\n"
    )
    let graph = try drawn(content([], message: .allDone, graph: year), .text, plain)
    #expect(graph.contains("736 in the last twelve months."))
    #expect(graph.contains("All habits completed today!\n"))
  }
}
