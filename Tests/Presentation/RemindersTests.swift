import Core
import Pages
import Presentation
import RemindersContract
import StreaksContract
import Terminal
import Testing
import TrackingContract

@testable import RemindersPresentation

@Suite struct RemindersTests {
  private var report: RemindersReport {
    RemindersReport(
      isOn: true,
      quiet: QuietHours("22:00-07:00"),
      kinds: Dictionary(uniqueKeysWithValues: NoticeKind.allCases.map { ($0, $0 != .weekly) }),
      items: [
        HabitReminders(
          habit: Samples.id(1),
          title: "Read",
          reminders: [
            Reminder(slot: ReminderSlot(minutes: 450), weekdays: [.monday, .wednesday]),
            Reminder(
              slot: ReminderSlot(minutes: 540, day: Samples.today.advanced(by: 1)),
              weekdays: []
            ),
          ]
        )
      ]
    )
  }

  private func item(_ kind: NoticeKind, _ titles: [String], count: Int = 7) -> InboxItem {
    let subjects = titles.indices.map {
      NoticeSubject(habit: Samples.id(UInt128($0 + 1)), count: count)
    }
    let notice = Notice(
      id: NoticeID(rawValue: 5),
      kind: kind,
      day: Samples.today,
      subjects: subjects,
      at: Samples.now
    )
    return InboxItem(notice: notice, titles: titles, isRead: false)
  }

  @Test func `the list of reminders has every key of its contract`() throws {
    let document = try Parsed(RemindersDocument(report))
    #expect(document.keys == ["on", "quiet", "kinds", "items", "channels"])
    #expect(document["quiet"] == "22:00-07:00")
    #expect(try document.inner("kinds").keys == Set(NoticeKind.allCases.map(\.rawValue)))
    let habit = try #require(try document.items().first)
    #expect(habit.keys == ["id", "title", "times"])
    let times = try habit.items("times")
    #expect(times.map { $0["time"] } == ["07:30", "09:00"])
    #expect(times[0]["weekdays"] == ["monday", "wednesday"])
    #expect(times[0].isNull("day"))
  }

  @Test func `what is unread is found behind any number of notices that were read`() async throws {
    let unread = item(.reminder, ["Read"])
    let read = InboxItem(notice: unread.notice, titles: unread.titles, isRead: true)
    let items = Array(repeating: read, count: 60) + [unread, unread]
    let desk = Desk([
      ReadInbox.name: { request, _ in
        let limit = (request as? ReadInbox)?.limit ?? 0
        return InboxReport(items: Array(items.prefix(limit)), unread: 2)
      }
    ])
    let context = try Samples.context(desk)
    #expect(try await InboxReport.unread(context).items.count == 2)
    let inbox = try #require(RemindersPresentation.documents.first { $0.path == "inbox" })
    let request = DocumentRequest(context: context, values: ["new": "true", "limit": "1"])
    let document = try JSON.decode(InboxDocument.self, from: try await inbox.body(request))
    #expect(document.items.map(\.read) == [false])
    #expect(document.unread == 2)
  }

  @Test func `the inbox has every key of its contract`() throws {
    let context = try Samples.context()
    let inbox = InboxReport(
      items: [item(.reminder, ["Read"]), item(.atRisk, ["Read", "Run"])],
      unread: 2
    )
    let document = try Parsed(InboxDocument(inbox, context))
    #expect(document.keys == ["items", "unread"])
    let items = try document.items()
    for item in items {
      #expect(
        item.keys == ["id", "kind", "habit", "title", "habits", "day", "at", "text", "read"]
      )
    }
    #expect(items[0]["text"] == "Time for Read.")
    #expect(items[1]["kind"] == "at-risk")
    #expect(items[1].isNull("habit"))
  }

  @Test(arguments: NoticeKind.allCases.filter { !$0.isTimed })
  func `a notice about one or several says their names and leaves no gap`(kind: NoticeKind) throws {
    let context = try Samples.context()
    for titles in [["Read"], ["Read", "Run"], (1...9).map { "Habit \($0)" }] {
      let words = NoticeWords.of(item(kind, titles, count: 1), context)
      #expect(words.contains(titles[0]))
      #expect(!words.contains("{"))
    }
  }

  @Test(arguments: [40, 80, 200])
  func `reminders and inbox fit the screen`(width: Int) throws {
    for unicode in [true, false] {
      let context = try Samples.context(TerminalProfile(width: width, unicode: unicode))
      let inbox = InboxReport(
        items: NoticeKind.allCases.map { item($0, ["Read", "Run"]) },
        unread: 5
      )
      let views =
        ReminderViews.of(report, context) + InboxViews.of(inbox, context)
        + ReminderViews.changed(report.items[0], report, isFirst: true, context)
        + InboxViews.arrived(inbox.items, context)
      for line in Samples.draw(views, context).split(separator: "\n") {
        #expect(String(line).displayWidth <= width)
      }
    }
  }

  @Test(arguments: [40, 80, 200])
  func `the list leaves no reminder and no weekday out`(width: Int) throws {
    let context = try Samples.context(TerminalProfile(width: width))
    let weekdays = Weekday.allCases.filter { $0 != .sunday }
    let daily = (8...18).map { Reminder(slot: ReminderSlot(minutes: $0 * 60), weekdays: []) }
    let reminders = [Reminder(slot: ReminderSlot(minutes: 450), weekdays: weekdays)] + daily
    let item = HabitReminders(habit: Samples.id(1), title: "Read", reminders: reminders)
    let report = RemindersReport(isOn: true, quiet: nil, kinds: [:], items: [item])
    let drawings: [[any View]] = [
      [ReminderViews.list(report, context)],
      ReminderViews.changed(item, report, isFirst: false, context),
    ]
    for views in drawings {
      let drawn = Samples.draw(views, context)
      for name in weekdays.map(\.name) { #expect(drawn.contains(name)) }
      for reminder in reminders {
        #expect(drawn.contains(TimeOfDay(reminder.slot.minutes).description))
      }
      #expect(!drawn.contains("more"))
    }
  }

  @Test func `the list says when quiet hours make the warning come earlier`() throws {
    let context = try Samples.context()
    let drawn = Samples.draw(ReminderViews.of(report, context), context)
    #expect(drawn.contains("At 21:45, before your quiet hours"))
    #expect(!drawn.contains("Two hours before the day ends"))
  }

  @Test func `a break that a freeze can save is not called a new start`() throws {
    let context = try Samples.context()
    let subjects = [
      NoticeSubject(habit: Samples.id(1), count: 97, canBeSaved: true),
      NoticeSubject(habit: Samples.id(2), count: 12),
    ]
    func words(_ count: Int) -> String {
      let notice = Notice(
        id: NoticeID(rawValue: 5),
        kind: .broken,
        day: Samples.today,
        subjects: Array(subjects.prefix(count)),
        at: Samples.now
      )
      let titles = Array(["No sugar", "Run"].prefix(count))
      return NoticeWords.of(InboxItem(notice: notice, titles: titles, isRead: false), context)
    }
    #expect(words(1) == "A freeze can still save 97 days of No sugar, today only.")
    #expect(
      words(2).hasSuffix(
        "today only. Run is ready for a new start. Your run of 12 days "
          + "still counts, and today is a good day one."
      )
    )
  }

  private func ended(_ titles: [String], told day: Day) -> InboxItem {
    let subjects = titles.indices.map { place in
      NoticeSubject(
        habit: Samples.habits[place].id,
        count: 97 - place,
        canBeSaved: place == 0
      )
    }
    let notice = Notice(
      id: NoticeID(rawValue: 5),
      kind: .broken,
      day: day,
      subjects: subjects,
      at: Samples.now
    )
    return InboxItem(notice: notice, titles: titles, isRead: false)
  }

  private func streaks(frozen: [Day], offers: [FreezeOffer] = []) -> StreaksReport {
    StreaksReport(
      items: [Samples.streak(Samples.habits[0], 97, best: 97, protected: frozen)],
      freezes: FreezeStock(earned: 3, used: frozen.count),
      offers: offers
    )
  }

  @Test func `a break says what became of the offer of a freeze`() async throws {
    let context = try Samples.context()
    let yesterday = Samples.today.advanced(by: -1)
    func words(_ item: InboxItem, _ streaks: StreaksReport) -> String {
      NoticeWords.of(item, freezes: FreezeOutcomes(streaks), context)
    }
    let now = ended(["Read"], told: Samples.today)
    let offer = FreezeOffer(habit: Samples.habits[0].id, day: yesterday)
    #expect(
      words(now, streaks(frozen: [], offers: [offer]))
        == "A freeze can still save 97 days of Read, today only."
    )
    // The freeze was used, also seen from later days.
    #expect(words(now, streaks(frozen: [yesterday])) == "A freeze saved 97 days of Read.")
    let old = ended(["Read", "Run"], told: Samples.today.advanced(by: -5))
    #expect(
      words(old, streaks(frozen: [Samples.today.advanced(by: -6)]))
        == "A freeze saved 97 days of Read. Run is ready for a new start. Your run of 96 days still "
        + "counts, and today is a good day one."
    )
    // The stock was used up for another habit.
    #expect(words(now, streaks(frozen: [])).hasPrefix("Read is ready for a new start."))
    let inbox = InboxReport(items: [now], unread: 1)
    let outcomes = FreezeOutcomes(streaks(frozen: [yesterday]))
    let drawn = Samples.draw(InboxViews.of(inbox, freezes: outcomes, context), context)
    #expect(!drawn.contains("trellis freeze"))
    #expect(!drawn.contains("trellis remind"))
    let document = try Parsed(InboxDocument(inbox, freezes: outcomes, context))
    #expect(try document.items()[0]["text"] == "A freeze saved 97 days of Read.")
    let asked = try Samples.context(replies: [AllStreaks.name: streaks(frozen: [yesterday])])
    let loaded = try await FreezeOutcomes.load([now], asked)
    let outcome = loaded.outcome(
      of: now.notice.subjects[0],
      in: now.notice,
      today: Samples.today
    )
    #expect(outcome == .saved)
  }

  @Test func `what is open today is not said to be enough for a week`() throws {
    let context = try Samples.context()
    func words(_ unit: StreakUnit) -> String {
      let notice = Notice(
        id: NoticeID(rawValue: 5),
        kind: .atRisk,
        day: Samples.today,
        subjects: [NoticeSubject(habit: Samples.id(1), count: 4, unit: unit)],
        at: Samples.now
      )
      return NoticeWords.of(InboxItem(notice: notice, titles: ["Swim"], isRead: false), context)
    }
    #expect(words(.day).hasSuffix("Done today, it keeps your 4 days going."))
    #expect(
      words(.week) == "Swim is still open today. Your run of 4 weeks needs today to go on."
    )
    #expect(words(.month).hasSuffix("Your run of 4 months needs today to go on."))
  }

  @Test func `a milestone that waited is listed with the day on which it was reached`() throws {
    let context = try Samples.context()
    func drawn(_ day: Day) -> String {
      let notice = Notice(
        id: NoticeID(rawValue: 5),
        kind: .milestone,
        day: day,
        subjects: [NoticeSubject(habit: Samples.id(1), count: 7)],
        at: Samples.now
      )
      let item = InboxItem(notice: notice, titles: ["Read"], isRead: false)
      return Samples.draw(InboxViews.of(InboxReport(items: [item], unread: 1), context), context)
    }
    #expect(drawn(Samples.today).contains("today 19:05"))
    #expect(drawn(Samples.today.advanced(by: -1)).contains("yesterday\n"))
  }

  @Test func `the settings say when quiet hours make a notice come earlier`() {
    func summary(_ key: String) -> String? {
      RemindersPresentation.settings.first { $0.key == key }?.summary
    }
    #expect(summary("notice-at-risk")?.contains("or before quiet hours") == true)
    #expect(summary("quiet-hours")?.contains("what is still open comes before they begin") == true)
  }

  @Test func `a notice of milestones names those of the product`() throws {
    func said(_ policies: Policies) throws -> String {
      let context = try Samples.context(policies: policies)
      return ReminderViews.purpose(of: .milestone, report, context)
    }
    #expect(try said(Policies()) == "When a streak reaches 7, 30, 60, 100 or 365.")
    #expect(try said(Policies { $0.milestones = [1, 14] }) == "When a streak reaches 1 or 14.")
    #expect(try said(Policies { $0.milestones = [10] }) == "When a streak reaches 10.")
    let years = try said(Policies { $0.milestones = [1, 365, 730, 1095] })
    #expect(years == "When a streak reaches 1 or 365, and with each further year.")
  }

  @Test func `times and weekdays are read as people type them`() {
    #expect(TimeOfDay("7:05")?.minutes == 425)
    #expect(TimeOfDay("19")?.description == "19:00")
    #expect(TimeOfDay("7pm")?.description == "19:00")
    #expect(TimeOfDay("7:30 AM")?.description == "07:30")
    #expect(TimeOfDay("12am")?.description == "00:00")
    #expect(TimeOfDay("12:15pm")?.description == "12:15")
    for text in ["13pm", "0am", "pm", "7 p"] { #expect(TimeOfDay(text) == nil, "\(text)") }
    for text in ["24:00", "7:5", "7:60", "-1:00", "", "7:00:00", "+7"] {
      #expect(TimeOfDay(text) == nil, "\(text)")
    }
    #expect(QuietHours("7:00-7:00") == nil)
    #expect(QuietHours("22-7")?.description == "22:00-07:00")
    #expect(WeekdaysArgument(argument: "mon,wed")?.weekdays == [.monday, .wednesday])
    #expect(WeekdaysArgument(argument: "mon,xyz") == nil)
    #expect(KindArgument(argument: "at-risk=off")?.kind == .atRisk)
    #expect(KindArgument(argument: "at-risk=No")?.value == "off")
    #expect(KindArgument(argument: "at-risk") == nil)
  }
}
