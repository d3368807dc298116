/// Whether what is done now can be shown to friends: there is an account, and its server can read.
///
/// Set by the program, since a module knows no server.
public struct FriendsReach: Sendable {
  @TaskLocal public static var current = FriendsReach(isThere: false)

  public let isThere: Bool
  /// The path of the page that shares a milestone with friends, given a ``ShareSubject`` as `of`; nil where
  /// there is none.
  public let page: String?

  public init(isThere: Bool, page: String? = nil) {
    self.isThere = isThere
    self.page = page
  }
}
