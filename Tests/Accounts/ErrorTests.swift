import Core
import Testing

@testable import Accounts
@testable import ServerStorage

@Suite struct ErrorTests {
  private static let file = StoreName("accounts", "f")
  private static let all: [AccountsError] = [
    .badCredentials, .signedOut, .signUpClosed, .invitationNeeded, .badInvitation, .accountExists,
    .unknownAccount, .weakPassword("It is short."), .badEmail("It has no @."),
    .tooManyAttempts(retryAfter: 60), .busy(retryAfter: 1), .suspended("It sent too much."),
    .administratorsOnly, .ownAccount, .sealedAccount, .notSealed, .keyVersion(2), .badKeys,
    .expiredCode, .deniedCode, .slowDown(interval: 10), .tooManyCodes, .expiredLink, .storageFull,
    .tooManyChannels, .keyProofNeeded, .store(.full("")), .store(.locked(file, "")),
    .store(.readOnly(file, "")),
    .store(.damaged(file, "")), .store(.foreign(file, "")),
    .store(.tooNew(file, version: 2, known: 1)), .store(.unavailable(file, "")),
  ]

  @Test func `each error has a code of its own and whole sentences`() {
    #expect(Set(ErrorTests.all.map(\.code)).count == ErrorTests.all.count)
    for error in ErrorTests.all {
      #expect(error.code.allSatisfy { $0.isLowercase || $0 == "-" })
      #expect(error.message.hasSuffix("."))
      #expect(!error.message.hasPrefix("This could not be done"))
      #expect(error.domainError.code == error.code)
    }
    #expect(Set(ErrorTests.all.map(\.message)).count == ErrorTests.all.count)
  }

  @Test func `times are told in words`() {
    #expect(AccountsError.busy(retryAfter: 1).message.contains("in one second."))
    #expect(AccountsError.busy(retryAfter: 90).message.contains("in 90 seconds."))
    #expect(AccountsError.busy(retryAfter: 91).message.contains("in 2 minutes."))
  }
}
