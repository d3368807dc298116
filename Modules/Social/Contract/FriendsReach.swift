/// Whether what is done now can be shown to friends: there is an account, and its server can read.
///
/// Set by the program, since a module knows no server.
public struct FriendsReach: Sendable {
  @TaskLocal public static var current = FriendsReach(isThere: false)

  public let isThere: Bool
  /// The path of the page that shares a milestone with friends; nil if there is none.
  ///
  /// It takes a ``ShareSubject`` as `of`.
  public let page: String?

  public init(isThere: Bool, page: String? = nil) {
    self.isThere = isThere
    self.page = page
  }
}
