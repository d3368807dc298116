import Friends
import Testing

@Suite struct ErrorTests {
  private static let all: [FriendsError] = [
    .nameNeeded, .badName, .badInvitation, .ownInvitation, .alreadyFriends, .blockedByYou,
    .tooManyInvitations(20), .tooManyFriends(150), .inviterIsFull, .tooManyBlocked(9),
    .unknownPerson, .unknownPost, .ownPost, .badReaction, .badText, .tooManyPosts(20),
    .alreadyPosted,
  ]

  @Test func `each refusal has a code and a sentence of its own, and says that nothing was lost`() {
    #expect(Set(ErrorTests.all.map(\.code)).count == ErrorTests.all.count)
    #expect(Set(ErrorTests.all.map(\.message)).count == ErrorTests.all.count)
    for error in ErrorTests.all {
      #expect(error.message.contains("Nothing was"), "\(error)")
      #expect(error.message.hasSuffix("."))
      #expect(!error.message.hasPrefix("This could not be done"))
    }
  }

  @Test func `a reaction is meant by its emoji, with and without its variation, or its word`() {
    #expect(Reaction.allCases.map(\.emoji) == ["👏", "🎉", "🔥", "💪", "❤️", "🌱"])
    for reaction in Reaction.allCases {
      #expect(Reaction(reaction.emoji) == reaction)
      #expect(Reaction(reaction.rawValue.uppercased()) == reaction)
    }
    #expect(Reaction("❤") == .heart)
    for other in ["", "👎", "🔥🔥", "fires"] { #expect(Reaction(other) == nil) }
  }
}
