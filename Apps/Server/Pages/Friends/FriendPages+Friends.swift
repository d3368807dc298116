import Accounts
import Core
import Friends
import Pages
import Presentation

/// The page of friends: their names and invitations, and what they see.
extension FriendPages {
  func friends(_ request: PageRequest) async throws -> PageContent {
    let account = try await account(request.context)
    let person = try await store.person(of: account.id)
    var cards: [HTML] = [name(person, request)]
    if person != nil {
      let known = try await services.friends(of: account.id)
      cards = [
        HTML.card("Your friends", list(known, request)),
        HTML.card(
          "Invite a friend",
          inviting(try await store.invitations(of: account.id), request)
        ),
        HTML.card("You were given a code", accepting(request)),
        try await sharing(request), name(person, request),
      ]
      let blocked = try await store.blocked(by: account.id)
      if !blocked.isEmpty { cards.append(HTML.card("Blocked", unblocking(blocked, request))) }
    }
    return PageContent(
      title: "Friends",
      body: """
        \(HTML.header("Friends", note: "They see what you share one by one, and nothing else."))\
        \(FriendPages.ways(FriendPages.friendsPath))<div class="columns">\(cards.joined())</div>
        """
    )
  }

  private func name(_ person: Person?, _ request: PageRequest) -> HTML {
    HTML.card(
      "What friends call you",
      request.form(
        "friends.name",
        class: "stack",
        """
        \(HTML.field(
          label: "Name",
          name: "name",
          value: person?.name,
          hint: person == nil
            ? "Friends see this name, never your e-mail address. Choose it first; then you can invite "
              + "people, or enter a code that you were given." : nil,
          required: true,
          attributes: [("maxlength", "\(Person.longestName)"), ("autocomplete", "nickname")]
        ))<p><button class="button\(person == nil ? " primary" : "")">Save</button></p>
        """
      )
    )
  }

  // MARK: Friends

  private func list(_ known: [FriendServices.Known], _ request: PageRequest) -> HTML {
    guard !known.isEmpty else {
      return "<p class=\"muted\">None yet. Invite somebody, or enter a code you were given.</p>"
    }
    return HTML.list(known.map { row($0, request) })
  }

  private func row(_ known: FriendServices.Known, _ request: PageRequest) -> HTML {
    let (friend, id) = (known.friend, "\(known.friend.person.id)")
    let streaks = known.streaks.map { streak -> HTML in
      """
      <p>\(streak.title.map(FriendPages.written) ?? "A habit"): \
      <strong>\(FriendPages.length(streak.current, streak.unit))</strong></p>
      """
    }
    let name = friend.person.name
    let words = friend.isHidden ? "Show their posts" : "Hide their posts"
    let hide = request.button(
      "friends.hide",
      fields: [("friend", id), ("hidden", friend.isHidden ? "no" : "yes")],
      label: "\(words): \(name)",
      "\(words)"
    )
    let part = HTML.link(
      FriendPages.path(unfriending: friend.person.id),
      style: "button",
      label: "Unfriend \(name)",
      "Unfriend"
    )
    let block = HTML.link(
      FriendPages.path(blocking: friend.person.id),
      style: "button danger",
      label: "Block \(name)",
      "Block"
    )
    let more = HTML.disclosure(
      "More",
      subject: "about \(name)",
      """
      <div class="stack"><p class="small muted">They are not told about any of this. If you unfriend somebody, \
      neither of you sees anything of the other any more; if you block somebody, no invitation can make you \
      friends again.</p>\
      <div class="cluster">\(hide)\(part)\(block)</div></div>
      """
    )
    return """
      <div><strong>\(FriendPages.written(name))</strong>\
      \(friend.isHidden ? " <span class=\"badge\">hidden</span>" : HTML.empty)\
      \(streaks.isEmpty ? "<p class=\"muted\">Shares no streak.</p>" : streaks.joined())\(more)</div>
      """
  }

  private func unblocking(_ blocked: [BlockedPerson], _ request: PageRequest) -> HTML {
    HTML.list(
      blocked.map { item in
        let button = request.button(
          "friends.unblock",
          fields: [("friend", "\(item.person.id)")],
          label: "Unblock \(item.person.name)",
          "Unblock"
        )
        let name = FriendPages.written(item.person.name)
        return "<div class=\"spread\"><span>\(name)</span>\(button)</div>"
      }
    )
  }

  // MARK: Invitations

  private func inviting(_ invitations: [FriendInvitation], _ request: PageRequest) -> HTML {
    let open = invitations.filter { $0.state == .open }
    let rows = open.map { item -> HTML in
      // The store has only the hash of a code, so that the time tells several of them apart.
      let made =
        "made \(FriendPages.day(item.createdAt, request)) at "
        + item.createdAt.clockTime(in: request.context.calendar.zone)
      let last = request.context.calendar.day(at: item.expiresAt)
      let until = last.shortWords(today: request.today)
      let button = request.button(
        "friends.revoke",
        fields: [("invitation", "\(item.id)")],
        label: "Revoke the code \(made)",
        "Revoke"
      )
      return """
        <div class="spread"><span>A code \(made) and not used yet, good until \(until)</span>\
        \(button)</div>
        """
    }
    let make = request.button("friends.invite", class: "button primary", "Make a code")
    return """
      <div class="stack"><p class="muted">A code makes one person your friend, once, within seven days.</p>\
      <div>\(make)</div>\(rows.isEmpty ? HTML.empty : HTML.list(rows))</div>
      """
  }

  private func accepting(_ request: PageRequest) -> HTML {
    request.form(
      "friends.accept",
      class: "stack",
      """
      \(HTML.field(
        label: "Code",
        name: "code",
        required: true,
        attributes: [("maxlength", "64"), ("autocomplete", "off"), ("spellcheck", "false")]
      ))<p><button class="button">Become friends</button></p>
      """
    )
  }
}
