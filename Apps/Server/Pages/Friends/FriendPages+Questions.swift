import Accounts
import Core
import Friends
import Pages
import Presentation

/// The pages that ask before something is done that no button takes back.
extension FriendPages {
  /// What is asked, and what is done if the answer is yes.
  private struct Question {
    let title: String
    let consequence: String
    let answer: String
    let action: String
    let field: (name: String, value: String)
    /// The page from which it is asked.
    let origin: String
  }

  static func path(deleting post: PostID) -> String { "\(feedPath)/posts/\(post)/delete" }
  static func path(takingDown page: PublicPageID) -> String {
    "\(feedPath)/pages/\(page)/take-down"
  }
  static func path(unfriending friend: PersonID) -> String { "\(friendsPath)/\(friend)/remove" }
  static func path(blocking friend: PersonID) -> String { "\(friendsPath)/\(friend)/block" }

  var questions: [Page] {
    [
      question("\(FriendPages.feedPath)/posts/{id}/delete", deletion),
      question("\(FriendPages.feedPath)/pages/{id}/take-down", takedown),
      question("\(FriendPages.friendsPath)/{friend}/remove", parting),
      question("\(FriendPages.friendsPath)/{friend}/block", blocking),
    ]
  }

  private func question(
    _ path: String,
    _ make: @escaping @Sendable (PageRequest) async throws -> Question
  ) -> Page {
    Page(path) { request in
      let question = try await make(request)
      let yes = request.button(
        question.action,
        fields: [question.field],
        // A second answer comes when what was asked about is gone, and this page with it.
        back: question.origin,
        class: "button danger",
        "\(question.answer)"
      )
      let no = HTML.link(question.origin, "Cancel", style: "button quiet")
      let card: HTML = """
        <div class="stack"><p>\(question.consequence)</p><div class="toolbar">\(yes)\(no)</div></div>
        """
      return PageContent(
        title: question.title,
        body: HTML.header(question.title) + HTML.card(nil, card)
      )
    }
  }

  @Sendable
  private func deletion(_ request: PageRequest) async throws -> Question {
    let account = try await account(request.context).id
    let id = try request.id(as: PostID.self)
    guard let post = try await store.post(id, for: account), post.isOwn else { throw NotFound() }
    return Question(
      title: "Delete the post of \(FriendPages.words(post.achievement))?",
      consequence: """
        It leaves your friends' feeds at once, with what they said to it. Nobody can bring it back; you \
        can share the milestone again. Nothing has been deleted yet.
        """,
      answer: "Delete the post",
      action: "friends.delete-post",
      field: ("post", "\(id)"),
      origin: FriendPages.feedPath
    )
  }

  @Sendable
  private func takedown(_ request: PageRequest) async throws -> Question {
    let account = try await account(request.context).id
    let id = try request.id(as: PublicPageID.self)
    guard let page = try await store.publicPages(of: account).first(where: { $0.id == id }) else {
      throw NotFound()
    }
    let achievement = page.achievement
    return Question(
      title: "Take down the page of \(FriendPages.length(achievement.level, achievement.unit))?",
      consequence: """
        Its address shows nothing from then on, for good: a new page gets another one. Nothing has been \
        taken down yet.
        """,
      answer: "Take it down",
      action: "friends.take-down",
      field: ("page", "\(id)"),
      origin: FriendPages.postPath
    )
  }

  @Sendable
  private func parting(_ request: PageRequest) async throws -> Question {
    let friend = try await friend(request)
    return Question(
      title: "Unfriend \(friend.name)?",
      consequence: """
        Neither of you sees anything of the other any more. They are not told. To be friends again, one \
        of you has to invite the other. Nothing has been changed yet.
        """,
      answer: "Unfriend",
      action: "friends.remove",
      field: ("friend", "\(friend.id)"),
      origin: FriendPages.friendsPath
    )
  }

  @Sendable
  private func blocking(_ request: PageRequest) async throws -> Question {
    let friend = try await friend(request)
    return Question(
      title: "Block \(friend.name)?",
      consequence: """
        You are friends no more, neither of you sees anything of the other, and no invitation works \
        between you until you unblock them. They are not told. Nothing has been changed yet.
        """,
      answer: "Block",
      action: "friends.block",
      field: ("friend", "\(friend.id)"),
      origin: FriendPages.friendsPath
    )
  }

  /// The friend whom a page is about.
  private func friend(_ request: PageRequest) async throws -> Person {
    let id = try request.id("friend", as: PersonID.self)
    let friends = try await store.friends(of: try await account(request.context).id)
    guard let friend = friends.first(where: { $0.person.id == id }) else { throw NotFound() }
    return friend.person
  }
}
