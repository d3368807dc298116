import Pages
import Presentation
import Products

/// The place where the app is served, which determines what its shell says and offers.
package enum ShellPlace: Sendable {
  /// By the daemon, on the person's own machine.
  case ownMachine
  /// By a server for many people.
  case server

  /// Where all data is kept, in a sentence.
  var keeping: Phrase {
    self == .server ? ShellPhrases.staysOnServer : ShellPhrases.staysHere
  }

  /// The app's name in the description for programs.
  func titled(_ product: Product) -> String {
    self == .server ? "\(product.title) on a server" : "\(product.title) on your machine"
  }
}

/// The pages of a server that the app links to, and that link back to it.
package enum MemberPages {
  /// The person's account: devices, password, end.
  package static let account = "/account"
  package static let signOut = "/account/sign-out"
  /// The field with the session that is signed out, and its value for the browser's own.
  package static let session = "session"
  package static let ownSession = "this"

  /// The button that signs this browser out.
  ///
  /// - Parameter token: the token of the page's forms.
  static func signOutButton(_ token: String) -> HTML {
    """
    <form method="post" action="\(signOut)"><input type="hidden" name="token" value="\(token)">\
    <input type="hidden" name="\(session)" value="\(ownSession)">\
    <button class="button">Sign out here</button></form>
    """
  }

  /// The link back from the pages of the account.
  package static var wayBack: HTML {
    HTML.wayBack(SettingsPage.path, "Settings")
  }
}
