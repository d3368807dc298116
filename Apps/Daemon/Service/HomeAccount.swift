import Core
import LocalApp
import Presentation
import Web

/// The account of the home, for the web app.
struct HomeAccount: AccountLink {
  private let space: LocalSpace
  private let linking: CodeLinking

  init(_ space: LocalSpace) {
    self.space = space
    linking = CodeLinking(space)
  }

  func state(at now: Instant, in calendar: LocalCalendar) async throws -> AccountLinkState {
    switch await linking.step {
    case .waiting(let code, let until):
      return .waiting(
        AccountLinkCode(code: code.userCode, page: code.page, expiresAt: until)
      )
    case .asking(let question): return .asking(question: question)
    case .none(let note): return try await settled(note, at: now, in: calendar)
    }
  }

  private func settled(
    _ note: String?,
    at now: Instant,
    in calendar: LocalCalendar
  ) async throws -> AccountLinkState {
    let report = try await SyncReport(space, now, calendar)
    guard let server = report.server else {
      let former = try space.home.sync.loadFormerAccount()
      return .unlinked(lastServer: former?.server, note: note)
    }
    let isBusy = report.state == .new || report.state == .waiting
    return .linked(
      AccountLinkState.Linked(
        sentences: (note.map { [$0] } ?? []) + report.pageSentences,
        server: server,
        isSignedIn: report.state != .signedOut,
        isBusy: isBusy
      )
    )
  }

  func begin(at server: String) async throws { try await linking.begin(at: server) }

  func join() async throws -> String {
    let copy = try await linking.join()
    let words = "This computer is linked."
    guard let copy else { return words }
    return "\(words) What was here before is kept as \(copy). To go back, unlink this computer and "
      + "restore that copy."
  }

  func cancel() async { await linking.cancel() }

  func leave() async throws -> String {
    let unsent = await space.countUnsent()
    let departure = try await LinkedAccount.leave(space.home)
    let words = "This computer is unlinked. Everything stays here."
    let untold =
      "The server could not be told: it lists this computer until you sign it out from another one."
    let sentences = [
      words, SyncReport.words(unsent: unsent), departure.keyWords, departure.isTold ? nil : untold,
    ]
    return sentences.compactMap { $0 }.joined(separator: " ")
  }
}
