import Core
import Pages
import Presentation
import Products

/// Erasing everything that a person has on their own machine, with a confirmation.
enum ErasePage {
  static let path = "/data/delete"
  static let action = "shell.erase"
  /// The text that must be typed.
  static let word = "delete"

  static func page(_ home: any HomeStorage) -> Page {
    Page(path) { request in
      PageContent(
        title: "Delete everything",
        body: """
          \(HTML.wayBack(DataPage.path, request.context.say(ShellPhrases.data)))\
          \(HTML.header("Delete everything"))\(content(try home.server(), request))
          """
      )
    }
  }

  /// Whether the page exists: a person of a server deletes their account.
  static func isOffered(_ request: PageRequest) -> Bool { request.has(action: action) }

  static func actions(_ home: any HomeStorage) -> [FormAction] {
    [
      FormAction(action) { fields, _ in
        guard fields.text("word")?.lowercased() == word else {
          throw DomainError(
            "needs-confirmation",
            "Nothing was deleted: type “\(word)” into the field to delete everything.",
            about: "word"
          )
        }
        let isTold = try await home.erase()
        let untold =
          isTold
          ? ""
          : " The server could not be told: it lists this computer until you sign it out from "
            + "another one."
        return ActionResult("/", Message(.done, "Everything is deleted.\(untold)"))
      }
    ]
  }

  private static func content(_ server: String?, _ request: PageRequest) -> HTML {
    """
    <div class="columns">\(HTML.card(
      "Keep a copy first",
      """
      <p>With it everything can be brought back, here or on another computer.</p>\
      <p><a class="button" href="/data/backup.db" download>Download a backup</a></p>
      """
    ))\(account(server))\(HTML.card("What goes", ask(request)))</div>
    """
  }

  /// What happens to the data on a server; nil if everything is only here.
  private static func account(_ server: String?) -> HTML? {
    server.map { server in
      HTML.card(
        "Your account",
        """
        <p>What was sent to \(server) stays there, and on your other devices. This computer is unlinked \
        from the account, and sends nothing more.</p>\
        <p>To delete that too, delete the account on the server first: \
        <a href="\(server)/account" rel="noopener noreferrer">\(server)/account</a></p>
        """
      )
    }
  }

  private static func ask(_ request: PageRequest) -> HTML {
    request.form(
      action,
      class: "stack",
      label: "Delete everything",
      isPlain: true,
      """
      <p>All that you entered, your settings, all copies and what was put aside are deleted from this \
      computer. Files that you saved elsewhere stay.</p>\
      <p><b>Without a backup nobody can bring it back.</b></p>\
      \(HTML.field(
        label: "Type “\(word)” to go on",
        name: "word",
        required: true,
        attributes: [
          ("autocomplete", "off"), ("autocapitalize", "none"), ("spellcheck", "false"),
          ("maxlength", "20"),
        ]
      ))<div class="cluster"><button class="button danger">Delete everything</button>\
      \(HTML.link(DataPage.path, "Keep everything", style: "button"))</div>
      """
    )
  }
}
