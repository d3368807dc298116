import Accounts
import Core
import Friends
import Pages
import Presentation

/// The feed: what friends have shared, reactions as buttons, and what is new.
extension FriendPages {
  func feed(_ request: PageRequest) async throws -> PageContent {
    let account = try await account(request.context)
    let cursor = request.query["after"].flatMap { FeedCursor($0) }
    let store = try await services.reading()
    let page = try await store.feed(of: account.id, after: cursor)
    let notices = cursor == nil ? try await store.news(of: account.id) : []
    let older = page.next.map { next -> HTML in
      "<p>\(HTML.link("\(FriendPages.feedPath)?after=\(next)", "Older posts", style: "button"))</p>"
    }
    return PageContent(
      title: "Feed",
      body: """
        \(HTML.header("Feed"))\(FriendPages.ways(FriendPages.feedPath))\
        \(news(notices, request))\
        \(page.posts.isEmpty ? nothing(isEnd: cursor != nil) : page.posts.map { post($0, request) }.joined())\(older)
        """
    )
  }

  /// - Parameter isEnd: whether it is the end of a feed, of which newer posts were shown.
  private func nothing(isEnd: Bool) -> HTML {
    guard !isEnd else {
      return HTML.empty(
        "There is nothing older.",
        icon: .share,
        action: HTML.link(FriendPages.feedPath, "To the newest", style: "button")
      )
    }
    return HTML.empty(
      "Nobody has shared anything yet. Invite a friend, or share a milestone of yours.",
      icon: .share,
      action: HTML.link(FriendPages.friendsPath, "Invite a friend", style: "button")
    )
  }

  // MARK: Notices

  private func news(_ notices: [FriendNotice], _ request: PageRequest) -> HTML? {
    guard let last = notices.last else { return nil }
    let rows = notices.map { notice -> HTML in "<p>\(FriendPages.words(notice))</p>" }
    let seen = request.button(
      "friends.seen",
      fields: [("number", "\(last.number)")],
      "Seen"
    )
    return HTML.card("New", "\(HTML.list(rows))\(seen)")
  }

  private static func words(_ notice: FriendNotice) -> HTML {
    let name: HTML = "<strong>\(written(notice.person.name))</strong>"
    return switch notice.kind {
    case .friend: "\(name) has accepted your invitation: you are friends."
    case .post: "\(name) has shared a milestone."
    case .reaction: "\(name) reacted to your post: \(notice.reaction?.emoji ?? "")"
    }
  }

  // MARK: Posts

  private func post(_ post: Post, _ request: PageRequest) -> HTML {
    let achievement = post.achievement
    let title = achievement.title.map { title -> HTML in "\(FriendPages.written(title)): " }
    let words = post.text.map { text -> HTML in "<p dir=\"auto\">“\(text)”</p>" }
    let days = achievement.done.counted("day")
    let evidence: HTML? =
      achievement.later > 0
      ? "<p class=\"small muted\">\(String(achievement.later)) of \(days) added or sent later</p>"
      : nil
    return HTML.card(
      nil,
      """
      <div class="spread"><div><strong>\(post.isOwn ? "You" : FriendPages.written(post.author.name))</strong>\
      <p class="small muted">\(FriendPages.day(post.at, request))</p></div>\
      \(post.isOwn ? FriendPages.remove(post, request) : nil)</div>\
      <h2>\(title)\(FriendPages.words(achievement))</h2>\(words)\(evidence)\(post.isOwn ? said(post) : reactions(post, request))
      """
    )
  }

  private static func remove(_ post: Post, _ request: PageRequest) -> HTML {
    HTML.link(
      path(deleting: post.id),
      style: "button",
      label: "Delete the post of \(name(of: post, request))",
      "Delete"
    )
  }

  /// What tells a post from the others of its author: `7 days in a row, Running, shared today`.
  private static func name(of post: Post, _ request: PageRequest) -> String {
    let achievement = post.achievement
    let parts = [
      words(achievement), achievement.title, "shared \(day(post.at, request))",
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// The people who reacted, shown only to the author.
  private func said(_ post: Post) -> HTML? {
    guard !post.reactors.isEmpty else {
      return "<p class=\"small muted\">Nobody has reacted yet.</p>"
    }
    let items = post.reactors.map { reactor -> HTML in
      "<span class=\"badge\">\(reactor.reaction.emoji) \(FriendPages.written(reactor.person.name))</span>"
    }
    return "<div class=\"cluster\">\(items.joined())</div>"
  }

  private func reactions(_ post: Post, _ request: PageRequest) -> HTML {
    let name = "\(post.author.name), \(FriendPages.name(of: post, request))"
    let buttons = Reaction.allCases.map { reaction -> HTML in
      let count = post.reactions.first { $0.reaction == reaction }?.count ?? 0
      let isOwn = post.ownReaction == reaction
      return request.button(
        "friends.react",
        fields: [("post", "\(post.id)"), ("reaction", isOwn ? "" : reaction.rawValue)],
        class: isOwn ? "button primary" : "button",
        label: "\(FriendPages.label(reaction, count, isOwn: isOwn)): \(name)",
        "\(reaction.emoji)\(count > 0 ? " \(count)" : "")"
      )
    }
    return "<div class=\"cluster reactions\">\(buttons.joined())</div>"
  }

  private static func label(_ reaction: Reaction, _ count: Int, isOwn: Bool) -> String {
    let words =
      switch reaction {
      case .clap: "Applause"
      case .party: "Party"
      case .fire: "Fire"
      case .strong: "Strong"
      case .heart: "Heart"
      case .sprout: "Sprout"
      }
    return "\(words), \(count)\(isOwn ? ", take yours back" : "")"
  }
}
