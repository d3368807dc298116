import Core
import Pages

/// The forms of the page of the account.
enum AccountActions {
  static let begin = "shell.link-account"
  static let join = "shell.join-account"
  static let cancel = "shell.cancel-linking"
  static let leave = "shell.leave-account"

  static func all(_ account: any AccountLink) -> [FormAction] {
    [
      FormAction(begin) { fields, _ in
        let server = try fields.required("server")
        try await DomainError.checking("server") { try await account.begin(at: server) }
        return ActionResult(AccountPage.path)
      },
      FormAction(join) { _, _ in .done(try await account.join()) },
      FormAction(cancel) { _, _ in
        await account.cancel()
        return .done("Nothing was changed.")
      },
      FormAction(leave) { _, _ in .done(try await account.leave()) },
    ]
  }
}
