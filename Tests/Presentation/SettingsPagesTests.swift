import Commands
import Core
import Pages
import Presentation
import ProfileContract
import RemindersContract
import TelemetryContract
import Testing
import TrackingContract

@testable import ProfilePresentation
@testable import RemindersPresentation
@testable import TelemetryPresentation

/// The settings in a browser: reminders, preferences, telemetry.
@Suite struct SettingsPagesTests {
  private static let hostile = "<img src=x onerror=\"alert(1)\">"

  private func request(
    _ presentations: [any PagePresentation.Type],
    replies: [String: any Sendable],
    parameters: [String: String] = [:]
  ) throws -> PageRequest {
    let context = try Samples.context(replies: replies)
    return PageRequest(
      context: PageContext(context),
      parameters: parameters,
      path: "/here",
      contributions: Contributions(presentations, for: context.product),
      protection: FormProtection(token: "token")
    )
  }

  // MARK: Reminders

  private func reminders(isOn: Bool = true, quiet: String? = "22:00-07:00") -> RemindersReport {
    RemindersReport(
      isOn: isOn,
      quiet: quiet.flatMap { QuietHours($0) },
      kinds: [.weekly: false],
      items: [
        HabitReminders(
          habit: Samples.id(1),
          title: "Read",
          reminders: [
            Reminder(slot: ReminderSlot(minutes: 450), weekdays: [.monday, .wednesday]),
            Reminder(slot: ReminderSlot(minutes: 1140), weekdays: []),
          ]
        )
      ]
    )
  }

  private func remindersPage(_ report: RemindersReport) async throws -> String {
    let request = try request(
      [RemindersPresentation.self],
      replies: [
        AllReminders.name: report,
        ReadInbox.name: InboxReport(items: [], unread: 3),
        AllHabits.name: [Samples.habit(1, "Read"), Samples.habit(2, SettingsPagesTests.hostile)],
      ]
    )
    return try await RemindersPage.content(request).body.markup
  }

  @Test func `a habit in the archive is not offered reminders, which would not come`()
    async throws
  {
    var archived = Samples.habit(1, "Read")
    archived.details.archived = true
    for (habit, isOffered) in [(Samples.habit(1, "Read"), true), (archived, false)] {
      let request = try request(
        [RemindersPresentation.self],
        replies: [AllReminders.name: reminders(), AllHabits.name: [habit]],
        parameters: ["id": "\(habit.id)"]
      )
      let card = try await HabitTimes.card(request)
      #expect((card != nil) == isOffered)
    }
  }

  @Test func `every habit has its times, each with a way to take it back`() async throws {
    let markup = try await remindersPage(reminders())
    #expect(markup.contains("<b>07:30</b> <span>Mon, Wed</span>"))
    #expect(markup.contains("<b>19:00</b> <span>every day</span>"))
    #expect(markup.contains("aria-label=\"Take back 07:30 for Read\""))
    #expect(markup.contains("No reminder."))
    #expect(markup.contains("3<span class=\"visually-hidden\"> new</span>"))
  }

  @Test func `titles stay text`() async throws {
    let markup = try await remindersPage(reminders())
    #expect(!markup.contains("<img"))
    #expect(markup.contains("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;"))
  }

  @Test func `where nothing can show notices, it says how to enable that`() async throws {
    let without = try await remindersPage(reminders())
    #expect(without.contains("Nothing here can show notices on your desktop now"))
    #expect(without.contains("Everything else works"))
    let channels = NoticeChannels(isAwake: true, reachesDesktop: true)
    let with = try await NoticeChannels.$current.withValue(channels) {
      try await remindersPage(reminders())
    }
    #expect(with.contains("Notices arrive on your desktop"))
  }

  @Test func `the one switch and the quiet hours say how they stand`() async throws {
    let on = try await remindersPage(reminders())
    #expect(on.contains("name=\"state\" value=\"off\""))
    #expect(on.contains("from 22:00 to 07:00"))
    let off = try await remindersPage(reminders(isOn: false, quiet: nil))
    #expect(off.contains("Notices are switched off"))
    #expect(off.contains("No quiet hours: notices come when they are due."))
  }

  @Test func `the inbox tells new from read without color`() async throws {
    let notice = Notice(
      id: NoticeID(rawValue: 5),
      kind: .broken,
      day: Samples.today,
      subjects: [NoticeSubject(habit: Samples.id(1), count: 12)],
      at: Samples.now
    )
    let read = InboxItem(notice: notice, titles: ["Read"], isRead: true)
    let new = InboxItem(notice: notice, titles: [SettingsPagesTests.hostile], isRead: false)
    let request = try request(
      [RemindersPresentation.self],
      replies: [ReadInbox.name: InboxReport(items: [new, read], unread: 1)]
    )
    let markup = try await InboxPage.content(request).body.markup
    #expect(markup.ranges(of: "<span class=\"badge\">new</span>").count == 1)
    #expect(markup.ranges(of: "Remind me tomorrow at 9:00").count == 2)
    #expect(!markup.contains("<img"))
    #expect(markup.contains("1 unread."))
  }

  @Test func `what is unread is in the inbox, however many came after it`() async throws {
    let items = (0..<60).map { number in
      let notice = Notice(
        id: NoticeID(rawValue: UInt128(number)),
        kind: .reminder,
        day: Samples.today,
        subjects: [NoticeSubject(habit: Samples.id(1))],
        at: Samples.now
      )
      return InboxItem(notice: notice, titles: ["Habit \(number)"], isRead: number != 57)
    }
    let request = try request(
      [RemindersPresentation.self],
      replies: [ReadInbox.name: InboxReport(items: items, unread: 1)]
    )
    let markup = try await InboxPage.content(request).body.markup
    #expect(markup.contains("Habit 49") && markup.contains("Habit 57"))
    #expect(!markup.contains("Habit 50") && !markup.contains("Habit 58"))
  }

  // MARK: Profile

  @Test func `name, badges and preferences as they are`() async throws {
    let profile = ProfileView(
      displayName: SettingsPagesTests.hostile,
      mode: .offline,
      preferences: [.timeZone: "auto", .dayStart: "03:15", .reducedMotion: "on", .sound: "off"],
      calendar: LocalCalendar(zone: .utc, weekStart: .sunday)
    )
    let request = try request([ProfilePresentation.self], replies: [CurrentProfile.name: profile])
    let markup = try #require(try await ProfileCard.body(request)).markup
    #expect(!markup.contains("<img"))
    #expect(markup.contains("maxlength=\"\(SetDisplayName.maxLength)\""))
    #expect(markup.contains("<option value=\"auto\" selected>As on this computer</option>"))
    let york = "<option value=\"America/New_York\">New York</option>"
    #expect(Zone.listed.isEmpty || markup.contains(york))
    #expect(markup.contains("<option value=\"sunday\" selected>"))
    // A value that was chosen elsewhere is also an option, and remains selected.
    #expect(markup.contains("<option value=\"03:15\" selected>"))
    #expect(markup.contains("name=\"reduced-motion\" value=\"on\" checked"))
    #expect(!markup.contains("name=\"sound\" value=\"on\" checked"))
    // No module provides badges here, so none are mentioned.
    #expect(!markup.contains("badges earned"))
  }

  // MARK: Telemetry

  private func telemetry(_ view: TelemetryView, doNotTrack: Bool = false) async throws -> String {
    let request = try request([TelemetryPresentation.self], replies: [TelemetryStatus.name: view])
    let port = TelemetryPort(spool: Counted(), doNotTrack: doNotTrack, version: "1.2.3")
    return try await TelemetryPort.$current.withValue(port) {
      try #require(try await TelemetryCard.body(request)).markup
    }
  }

  @Test func `all that could be sent is shown byte for byte`() async throws {
    let markup = try await telemetry(TelemetryView(isAllowed: true, chosen: nil))
    let body = try OTLPDocument(Counted().counts(), product: "sample", version: "1.2.3").body()
    let shown: HTML = "\(body)"
    #expect(body.contains("tracking.set-check"))
    #expect(markup.contains("<code>\(shown.markup)</code>"))
    #expect(markup.contains("name=\"state\" value=\"off\""))
    for line in Disclosure.collected + Disclosure.never {
      let escaped: HTML = "\(line)"
      #expect(markup.contains("<li>\(escaped.markup)</li>"))
    }
  }

  @Test func `switched off, nothing is shown as sent and it can be switched on`() async throws {
    let markup = try await telemetry(TelemetryView(isAllowed: true, chosen: false))
    #expect(!markup.contains("trellis.feature.uses"))
    #expect(markup.contains("name=\"state\" value=\"on\""))
  }

  @Test func `where every program was asked not to track, there is nothing to switch`() async throws
  {
    let markup = try await telemetry(TelemetryView(isAllowed: true, chosen: nil), doNotTrack: true)
    #expect(markup.contains("DO_NOT_TRACK is set"))
    #expect(!markup.contains("<form"))
  }
}

/// A spool with one use of one feature.
private struct Counted: Spool {
  func counts() -> UseCounts {
    var counts = UseCounts()
    if let name = FeatureName(FeatureUsed(SetCheck.self)) {
      counts.add([name], at: Samples.now)
    }
    return counts
  }

  func change(_ body: (inout UseCounts) -> Void) throws {}
  func drop() throws {}
}
