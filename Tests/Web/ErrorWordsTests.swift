import Core
import HTTPTypes
import Journals
import LeakCheck
import Testing

@testable import HTTPServing
@testable import Web

/// What pages say about errors: they have no terminal.
@Suite(.leavesNothingBehind) struct ErrorWordsTests {
  private let damaged = JournalError(.damaged, "Entry 7 cannot be read.", detail: "")

  @Test func `a page names no command, as the message for programs does`() async throws {
    let world = try await World.open()
    world.host.fail(damaged)
    let page = try await world.ask(.get, "/today")
    #expect(page.status == 503)
    #expect(page.body.contains("Entry 7 cannot be read. You can go back to a copy"))
    #expect(!page.body.contains("trellis restore"))
    let own: HTTPFields = [.authorization: "Bearer \(World.token)"]
    let document = try await world.askAsStranger(.get, "/api/v1/garden", own)
    #expect(document.body.contains("trellis restore FILE"))
  }

  @Test func `a form is refused in the words of its page`() async throws {
    let world = try await World.open()
    let answer = try await world.submit("test.refuse-elsewhere", fields: [.fragment: "1"])
    #expect(answer.body.contains("Do it below."))
    #expect(!answer.body.contains("trellis garden"))
  }
}
