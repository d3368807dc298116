import Core
import Pages
import Presentation
import Testing

@Suite struct DayCalendarTests {
  private let today = Day(number: 20_778)

  private func days(_ count: Int) -> [CalendarDay] {
    (0..<count).map { index in
      CalendarDay(
        today.advanced(by: -index),
        index == 3 ? .missed : .done,
        words: "number \(index)",
        isInRun: index < 3,
        isToday: index == 0,
        hasNote: index == 1
      )
    }
  }

  @Test func `every day says its date and its state in words`() {
    let markup = DayCalendar(days: days(90), weekStart: .monday).html.markup
    for index in 0..<90 {
      #expect(markup.contains("\(today.advanced(by: -index).words): number \(index)\""))
    }
    #expect(markup.components(of: "data-state=") == 90)
    #expect(markup.components(of: "data-run") == 3)
    #expect(markup.components(of: "data-note") == 1)
    #expect(markup.components(of: "aria-current=\"date\"") == 1)
  }

  @Test func `the head names all seven weekdays in full`() {
    let markup = DayCalendar(days: days(10), weekStart: .sunday).html.markup
    for weekday in Weekday.allCases { #expect(markup.contains("aria-label=\"\(weekday.name)\"")) }
    let sunday = markup.range(of: "\"Sunday\"")?.lowerBound ?? markup.endIndex
    let monday = markup.range(of: "\"Monday\"")?.lowerBound ?? markup.startIndex
    #expect(sunday < monday)
  }

  @Test func `weeks may stand with the newest on top`() {
    let old = DayCalendar(days: days(30), weekStart: .monday).html.markup
    let new = DayCalendar(days: days(30), weekStart: .monday, order: .newestFirst).html.markup
    func isTodayFirst(_ markup: String) -> Bool {
      let first = markup.range(of: "number 29\"")?.lowerBound ?? markup.startIndex
      return (markup.range(of: "number 0\"")?.lowerBound ?? markup.endIndex) < first
    }
    #expect(!isTodayFirst(old))
    #expect(isTodayFirst(new))
  }

  @Test func `a month is named in the week in which it begins`() {
    let markup = DayCalendar(days: days(60), weekStart: .monday).html.markup
    #expect(markup.contains(">Nov</td>"))
    #expect(markup.contains(">Oct</td>"))
  }

  @Test func `a calendar that reaches back into another year says which`() {
    let markup = DayCalendar(days: days(400), weekStart: .monday).html.markup
    #expect(markup.contains(">Nov <small>2025</small></td>"))
    #expect(markup.contains(">Jan <small>2026</small></td>"))
    #expect(markup.components(of: "<small>") == 2)
  }

  @Test func `a day is a link, a form or just itself`() {
    let day = Day(number: 20_000)
    let plain = DayCalendar(days: [CalendarDay(day, .open, words: "w")], weekStart: .monday)
    let label = " aria-label=\"\(day.words): w\""
    #expect(plain.html.markup.contains("\(label)><span>\(day.dayOfMonth)</span></td>"))
    let link = CalendarDay(day, .open, words: "w", control: .link("/day?a=1&b=2"), id: "here")
    let linked = DayCalendar(days: [link], weekStart: .monday).html.markup
    #expect(
      linked.contains("<td data-state=\"open\"><a id=\"here\" href=\"/day?a=1&amp;b=2\"\(label)>")
    )
    let button = CalendarDay(day, .open, words: "w", control: .button(name: "mark", value: "a b"))
    let pressed = DayCalendar(days: [button], weekStart: .monday).html.markup
    #expect(pressed.contains("<button name=\"mark\" value=\"a b\"\(label)>"))
  }

  @Test func `shades stay within their range`() {
    let day = CalendarDay(today, .shaded, words: "w", shade: 40)
    #expect(day.shade == 10)
    let markup = DayCalendar(days: [day], weekStart: .monday).html.markup
    #expect(markup.contains("data-shade=\"10\""))
  }

  @Test func `a calendar without days is an empty table`() {
    let markup = DayCalendar(days: [], weekStart: .monday).html.markup
    #expect(markup.contains("<tbody></tbody>"))
  }
}
