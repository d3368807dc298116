import Friends
import HTTPServing
import HTTPTypes

extension Problem {
  init(_ error: FriendsError) {
    var headers: HTTPFields = [:]
    if case .store = error { headers[.retryAfter] = Problem.retryAfterOutage }
    self.init(Problem.status(of: error), error.code, error.message, headers: headers)
  }

  private static func status(of error: FriendsError) -> HTTPResponse.Status {
    switch error {
    case .unknownPerson, .unknownPost, .unknownPage: .notFound
    case .badName, .badPageName, .badReaction, .badText: .unprocessableContent
    case .badInvitation: .forbidden
    case .tooManyInvitations, .tooManyPosts, .tooManyPagesToday: .tooManyRequests
    case .nameNeeded, .ownInvitation, .alreadyFriends, .blockedByYou, .tooManyFriends,
      .inviterIsFull, .tooManyBlocked, .tooManyPages, .ownPost, .alreadyPosted:
      .conflict
    case .store: .serviceUnavailable
    }
  }
}
