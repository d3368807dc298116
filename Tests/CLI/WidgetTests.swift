import ChildProcesses
import Driver
import Foundation
import Testing

/// The widget of BeeBloom as a person and a status bar use it.
@Suite struct WidgetTests {
  private let morning = "2026-03-10T08:00:00Z"
  private let garden = ["TRELLIS_PRODUCT": "beebloom"]

  private func widget(_ person: Person, _ arguments: String...) throws -> [String: Any] {
    let outcome = try person.run(["widget", "--json"] + arguments, now: morning, garden)
    #expect(outcome.status == 0, "\(outcome.error)")
    return try outcome.document()
  }

  @Test func `W-03: a tap checks the habit with its instant, and the habit leaves at once`() throws
  {
    let person = try Person()
    for title in ["Read", "Run"] { try person.ask("add", title, now: morning) }
    let left = try widget(person, "--check", "2")
    #expect(left.items().map { $0.text("title") } == ["Read"])
    let day = try person.ask("day", "Run", "2026-03-10", now: morning)
    #expect(day.text("status") == "done")
    #expect(day.text("at")?.hasPrefix("2026-03-10T08:00:00") == true)
    let done = try widget(person, "--check", "1")
    #expect(done.text("message") == "All habits completed today! 🌸")
    let refusal = try person.refusal(
      "widget",
      "--check",
      "1",
      now: morning,
      environment: garden
    )
    #expect(refusal == "widget-nothing-open")
  }

  @Test func `W-03: a tap completes a measured habit that was begun`() throws {
    let person = try Person()
    try person.ask("add", "Read", "--target", "20", "--unit", "pages", now: morning)
    try person.ask("check", "Read", "--value", "12", now: morning)
    #expect(try widget(person).items().count == 1)
    #expect(try widget(person, "--check", "1").items().isEmpty)
  }

  @Test func `W-04: an open widget shows what another program checks`() throws {
    let person = try Person()
    for title in ["Read", "Run"] { try person.ask("add", title, now: morning) }
    var plan = person.plan(["widget", "--watch", "--json"], now: morning, garden)
    plan.output = .pipe
    let watch = try ChildProcess(plan)
    let pipe = FileHandle(fileDescriptor: watch.output, closeOnDealloc: false)
    defer {
      watch.terminate()
      watch.wait()
    }
    var seen = Data()
    func wait(for text: String) -> Bool {
      while seen.range(of: Data(text.utf8)) == nil {
        let more = pipe.availableData
        guard !more.isEmpty else { return false }
        seen += more
      }
      return true
    }
    #expect(wait(for: "Run"))
    seen = Data()
    try person.ask("check", "Read", now: morning)
    #expect(wait(for: "\n"))
    let shown = String(decoding: seen, as: UTF8.self)
    #expect(shown.contains("Run"))
    #expect(!shown.contains("Read"))
  }

  @Test func `a product without the widget says so in one sentence`() throws {
    let person = try Person()
    let sober = ["TRELLIS_PRODUCT": "sober"]
    #expect(
      try person.refusal("widget", now: morning, environment: sober) == "not-in-product"
    )
    #expect(
      try person.refusal("telemetry", now: morning, environment: garden) == "not-in-product"
    )
  }
}
