import Core
import HTTPTypes
import Journals
import Products
import Testing

@testable import HTTPServing
@testable import Runtime
@testable import trellis_server

/// What is said of errors to programs, and on pages, whose readers have no terminal.
@Suite struct ProblemWordsTests {
  @Test func `an operator is not told to mend a home`() throws {
    let error = JournalError(.damaged, "The journal is damaged.")
    let words = try #require(OperatorMessage(error)).text
    #expect(words.hasPrefix("The journal is damaged."))
    #expect(words.contains("trellis-server restore"))
    #expect(!words.contains("trellis doctor"))
    let full = try #require(OperatorMessage(JournalError(.full, "The disk is full."))).text
    #expect(full == "The disk is full.")
    #expect(OperatorMessage(CancellationError())?.text == nil)
  }

  @Test(arguments: [JournalError.Code.full, .readOnly, .damaged, .unavailable, .unconfirmed])
  func `a page says what its reader can do while the storage fails`(
    _ code: JournalError.Code
  ) throws {
    let error = JournalError(code, "The file /srv/own is at fault: type  trellis doctor")
    let page = try #require(Problem.ofStorage(error))
    #expect(Problem.known(error, isOnPage: true) == page)
    #expect(page.status == .serviceUnavailable && page.headers[.retryAfter] != nil)
    #expect(page.detail.contains("Nothing that was saved is lost"))
    for word in ["/srv", "trellis", "devices"] { #expect(!page.detail.contains(word), "\(word)") }
    let document = try #require(Problem.known(error, isOnPage: false))
    #expect(document.detail.contains("What your devices hold is kept"))
    #expect(Problem.ofStorage(Problem.notFound) == nil)
    let merge = try #require(Problem.ofStorage(InterruptedMerge(added: 7, cause: error)))
    #expect(merge.detail.hasPrefix("7 entries were added before this happened: \(page.detail)"))
    #expect(Problem.ofStorage(InterruptedMerge(added: 7, cause: Problem.notFound)) == nil)
  }

  @Test func `an import that was interrupted says how much of it is kept`() throws {
    let error = JournalError(.full, "The disk is full.")
    let one = try #require(ErrorMessage(InterruptedMerge(added: 1, cause: error)))
    #expect(one.message.hasPrefix("1 entry was added and is kept; then this happened: The disk"))
    let some = try #require(ErrorMessage(InterruptedMerge(added: 2, cause: error)))
    #expect(some.message.hasPrefix("2 entries were added and are kept; then this happened:"))
  }

  @Test func `a page writes days as pages do, and programs get them as they are`() throws {
    let error = DomainError(
      "day-in-future",
      "2026-11-22 has not come yet. Type  trellis today",
      onPages: "2026-11-22 has not come yet. Today is 2026-11-21."
    )
    let today = try #require(Day("2026-11-21"))
    let page = Problem.known(error, isOnPage: true, today: today)
    #expect(page?.detail == "22 Nov has not come yet. Today is 21 Nov.")
    let document = Problem.known(error, isOnPage: false, today: today)
    #expect(document?.detail == "2026-11-22 has not come yet. Type  trellis today")
  }
}
