/// Who may ask for something at a server on which Ada keeps things.
enum RouteRole: CaseIterable {
  case anonymous, another, person, browser, revoked, suspended, sealed, administrator, friend
  case formerFriend

  /// Whether they are Ada.
  var isOwner: Bool { [.person, .browser].contains(self) }

  /// Whether they are another member, of whom Ada may be a friend.
  var isOther: Bool { [.another, .friend, .formerFriend].contains(self) }

  /// Whether they may know what Ada is called, and what she shares.
  var isTold: Bool { isOwner || self == .friend }
}
