import Accounts
import Core
import Friends
import Pages
import Presentation

/// The actions of the forms about friends.
extension FriendPages {
  var actions: [FormAction] {
    guard isOffered else { return [] }
    return people + published + [
      action("post") { fields, account, _ in
        let request = FriendDocuments.Share(
          try FriendPages.milestone(fields),
          .init(text: fields.text("text"))
        )
        _ = try await services.share(request, by: account, in: product)
        return ActionResult(FriendPages.feedPath, Message(.done, "Your friends see it now."))
      },
      action("delete-post") { fields, account, _ in
        try await store.deletePost(try fields.id("post"), by: account.id)
        let words = "The post is deleted, with the reactions to it."
        return ActionResult(FriendPages.feedPath, Message(.done, words))
      },
      action("react") { fields, account, _ in
        let typed = try fields.required("reaction")
        let reaction = Reaction(typed)
        guard reaction != nil || typed.isEmpty else { throw FriendsError.badReaction }
        _ = try await services.react(reaction, to: try fields.id("post"), by: account.id)
        return .back
      },
      action("seen") { fields, account, _ in
        let number = Int(try fields.required("number")) ?? 0
        try await store.markSeen(upTo: number, by: account.id)
        return .back
      },
      action("sharing") { fields, _, context in
        try await FriendPages.setSharing(fields, context)
      },
    ]
  }

  private var people: [FormAction] {
    [
      action("name") { fields, account, _ in
        let person = try await services.setName(try fields.required("name"), of: account.id)
        return .done("Friends see you as \(person.name).")
      },
      // Another attempt would leave one more invitation open, whose code nobody has seen.
      action("invite", isRepeatable: false) { _, account, _ in
        let code = try await store.invite(by: account.id).code
        return .report("Give this code to one person; it is shown only now: \(code)")
      },
      action("revoke") { fields, account, _ in
        _ = try await store.revokeInvitation(try fields.id("invitation"), by: account.id)
        return .done("Nobody can use that code any more.")
      },
      action("accept") { fields, account, _ in
        let code = try fields.required("code")
        let friend = try await services.accept(code, by: account.id)
        return .done("You and \(friend.person.name) are friends now.")
      },
      action("hide") { fields, account, _ in
        let isHidden = fields["hidden"] == "yes"
        try await store.setHidden(isHidden, try fields.id("friend"), by: account.id)
        return .done(isHidden ? "Their posts are hidden." : "Their posts are in your feed again.")
      },
      action("remove") { fields, account, _ in
        try await store.remove(try fields.id("friend"), by: account.id)
        let words = "You are no longer friends."
        return ActionResult(FriendPages.friendsPath, Message(.done, words))
      },
      action("block") { fields, account, _ in
        try await store.block(try fields.id("friend"), by: account.id)
        return ActionResult(FriendPages.friendsPath, Message(.done, "They are blocked."))
      },
      action("unblock") { fields, account, _ in
        try await store.unblock(try fields.id("friend"), by: account.id)
        return .done("They are not blocked any more.")
      },
    ]
  }

  /// - Parameter isRepeatable: whether another attempt changes nothing after the first.
  func action(
    _ name: String,
    isRepeatable: Bool = true,
    _ run: @escaping @Sendable (FormFields, Account, PageContext) async throws -> ActionResult
  ) -> FormAction {
    FormAction("friends.\(name)", isRecorded: isRepeatable) { fields, context in
      try await refusing { try await run(fields, try await account(context), context) }
    }
  }
}
