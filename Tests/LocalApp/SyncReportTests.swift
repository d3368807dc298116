import Core
import Replication
import Testing

@testable import LocalApp

/// What a person is told about the sync.
struct SyncReportTests {
  private func report(
    _ json: String = "{}",
    account: SyncAccount? = .sample(),
    isSignedIn: Bool = true,
    isInBackground: Bool = true
  ) throws -> SyncReport {
    SyncReport(
      account,
      isSignedIn: isSignedIn,
      try status(of: json),
      isInBackground: isInBackground,
      calendar: LocalCalendar(zone: .utc),
      now: try #require(Instant(rfc3339: "2026-05-02T12:00:00Z"))
    )
  }

  /// A status with some of its values.
  private func status(of json: String) throws -> SyncStatus {
    let known = try JSON.decode(JSONValue.self, from: try JSON.encode(SyncStatus()))
    let changes = try JSON.decode(JSONValue.self, from: Array(json.utf8))
    guard case .object(var members) = known, case .object(let new) = changes else {
      return SyncStatus()
    }
    members.merge(new) { $1 }
    return try JSON.decode(SyncStatus.self, from: try JSON.encode(JSONValue.object(members)))
  }

  private func milliseconds(_ text: String) throws -> Int64 {
    try #require(Instant(rfc3339: text)).milliseconds
  }

  @Test func `a home without an account says how to get one`() throws {
    let report = try report(account: nil)
    #expect(report.state == .unlinked)
    #expect(report.sentences.count == 1)
    #expect(report.sentences[0].contains("trellis sync login ADDRESS"))
  }

  @Test func `everything in sync is said with the time, and the day if it was another`() throws {
    let today = try milliseconds("2026-05-02T09:12:00Z")
    #expect(
      try report("{\"lastSuccess\":\(today)}").sentences == [
        "Everything is in sync, last at 09:12.",
        "It is the account me@example.org at habits.example.",
      ]
    )
    let before = try milliseconds("2026-05-01T09:12:00Z")
    #expect(try report("{\"lastSuccess\":\(before)}").sentences[0].contains("09:12"))
    #expect(!(try report("{\"lastSuccess\":\(before)}").sentences[0].contains("at 09:12")))
  }

  @Test func `what is here alone after leaving is counted`() {
    #expect(SyncReport.words(unsent: 0) == nil)
    let (one, two) = (SyncReport.words(unsent: 1), SyncReport.words(unsent: 2))
    #expect(one?.hasPrefix("1 entry was not sent and is here alone") == true)
    #expect(two?.hasPrefix("2 entries were not sent and are here alone") == true)
  }

  @Test func `what waits is counted, with the reason`() throws {
    let since = try milliseconds("2026-05-02T09:12:00Z")
    let offline = #"{"kind":"unreachable","message":"x"}"#
    let one = try report("{\"waiting\":1,\"waitingSince\":\(since)}")
    #expect(one.state == .waiting)
    #expect(one.sentences[0] == "1 entry waits to be sent since 09:12.")
    let three = try report("{\"waiting\":3,\"waitingSince\":\(since),\"trouble\":\(offline)}")
    #expect(three.state == .waiting)
    #expect(three.sentences[0] == "3 entries wait for the connection since 09:12.")
  }

  @Test func `a device that is signed out is told why and what to type`() throws {
    for (report, reason) in [
      (try report(isSignedIn: false), "sync.token"),
      (
        try report(#"{"waiting":2,"trouble":{"kind":"signed-out","message":"x"}}"#),
        "The server has signed this device out"
      ),
    ] {
      #expect(report.state == .signedOut)
      #expect(report.sentences[0].contains(reason))
      #expect(report.sentences[0].contains("Nothing is lost"))
      #expect(report.sentences[0].contains("trellis sync login"))
      #expect(report.pageSentences[0].hasSuffix(": sign in again below."))
    }
  }

  @Test func `a key that is missing, and any other trouble, have their words`() throws {
    let key = try report(#"{"trouble":{"kind":"key-needed","message":"x"}}"#)
    #expect(key.state == .keyNeeded)
    #expect(key.sentences[0].contains("trellis sync recover"))
    let full = try report(#"{"trouble":{"kind":"storage-full","message":"No room."}}"#)
    #expect(full.state == .trouble)
    #expect(full.sentences[0] == "No room.")
    let more = try report(#"{"waiting":2,"trouble":{"kind":"storage-full","message":"No room."}}"#)
    #expect(more.sentences[0] == "No room. 2 entries wait here.")
  }

  @Test(arguments: [
    (10_800_000, "3 h ahead of"), (-7_260_000, "2 h behind"), (300_000, "5 min ahead"),
  ])
  func `a clock that is off is told`(offset: Int, words: String) throws {
    let sentences = try report("{\"clockOffset\":\(offset)}").sentences
    #expect(sentences.contains { $0.contains(words) })
    #expect(
      !(try report("{\"clockOffset\":119000}").sentences.contains { $0.contains("clock of") })
    )
  }

  @Test func `refused entries and a missing daemon are told`() throws {
    let report = try report(#"{"refused":2}"#, isInBackground: false)
    #expect(report.sentences.contains { $0.contains("refused 2 entries") })
    #expect(report.sentences.contains { $0.contains("trellis daemon start") })
  }

  @Test func `the document has what the sentences say`() throws {
    let text = try JSON.pretty(try report(#"{"waiting":2}"#))
    for part in [#""state" : "waiting""#, #""waiting" : 2"#, #""background" : true"#] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(!text.contains("t0ken"))
  }
}
