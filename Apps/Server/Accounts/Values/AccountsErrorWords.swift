import ServerStorage

/// The words of each ``AccountsError`` for a person.
struct AccountsErrorWords {
  let text: String

  init(_ error: AccountsError) { text = AccountsErrorWords.words(error) }

  private static func words(_ error: AccountsError) -> String {
    switch error {
    case .tooManyAttempts(let seconds):
      "There were too many attempts. Nothing was changed: try again in \(duration(seconds))."
    case .busy(let seconds):
      "The server has too much to do at the moment. Nothing was changed: try again in "
        + "\(duration(seconds))."
    case .slowDown(let seconds):
      "The device asks too often. Nothing was lost: ask every \(seconds) seconds."
    case .suspended(""):
      // As stored by earlier versions.
      "This account was suspended. Nothing in it was deleted. Ask whoever runs the server."
    case .suspended(let reason):
      "This account was suspended: \(sentence(reason)) Nothing in it was deleted. Ask whoever runs the "
        + "server."
    case .weakPassword(let reason):
      "This password cannot be taken. \(reason) Nothing was changed: choose another one; 15 "
        + "characters or more are best."
    case .badEmail(let reason):
      "This is not an e-mail address. \(reason) Nothing was changed: check how it is written."
    case .keyVersion(let version):
      "The keys were changed by another device; version \(version) is stored. Nothing was changed: "
        + "read them again, then repeat."
    case .store(let failure): failure.message
    default: plain(error)
    }
  }

  /// What somebody typed, with the mark that ends a sentence.
  private static func sentence(_ typed: String) -> String {
    typed.last.map { ".!?…".contains($0) } == true ? typed : "\(typed)."
  }

  private static func plain(_ error: AccountsError) -> String {
    switch error {
    case .badCredentials:
      "The address and the password do not match. Nothing was changed: check both, and try again."
    case .signedOut:
      "This device is signed out. What it holds is kept: sign in again, and it goes on."
    case .signUpClosed:
      "This server takes no new accounts. Nothing was changed: ask whoever runs it."
    case .invitationNeeded:
      "An account on this server needs an invitation. Nothing was changed: ask whoever runs it."
    case .badInvitation:
      "This invitation cannot be used: it is mistyped, was used, or is too old. Nothing was changed: "
        + "type it again, or ask for another one."
    case .accountExists: "There is an account with this address. Nothing was changed."
    case .unknownAccount:
      "There is no such account. Nothing was changed: check how the address is written."
    case .administratorsOnly:
      "Only an administrator may do this. Nothing was changed: ask whoever runs the server."
    case .ownAccount:
      "Administrators cannot suspend, demote or erase themselves, so that one remains. Nothing was "
        + "changed: ask another administrator, or do it at the server's command line."
    default: rare(error)
    }
  }

  private static func rare(_ error: AccountsError) -> String {
    switch error {
    case .sealedAccount:
      "This account is sealed: the server cannot read it, so only one of its devices can do this. "
        + "Nothing was changed."
    case .notSealed: "This account is not sealed, so it has no sealed keys. Nothing was changed."
    case .badKeys:
      "The keys of this sealed account are incomplete. Nothing was changed: install the newest "
        + "version on this device, then try again."
    case .keyProofNeeded:
      "This account is sealed: a new password for it needs its recovery phrase, too. Nothing was "
        + "changed, and the code stays good: type  trellis sync recover  on a device with the newest "
        + "version."
    case .expiredCode:
      "This code cannot be used: it is mistyped, was used, or is too old. Nothing was changed: have "
        + "the device show a new one."
    case .deniedCode:
      "This device was turned down. Nothing on it was changed: begin again if that was a mistake."
    case .tooManyChannels:
      "Notices go to \(ChannelPolicy.mostSubscriptions) of your browsers already. Nothing was changed: "
        + "sign one of them out first."
    case .tooManyCodes:
      "Too many devices wait to be linked. Nothing was changed: try again in ten minutes."
    case .expiredLink:
      "This link or code cannot be used: it was used, or is too old. Nothing was changed: ask "
        + "whoever runs the server for another one."
    case .storageFull:
      "There is no room for more on the server. Everything on your devices is kept: ask whoever "
        + "runs it."
    default: "This could not be done. Nothing was changed."
    }
  }

  private static func duration(_ seconds: Int) -> String {
    if seconds == 1 { return "one second" }
    if seconds <= 90 { return "\(seconds) seconds" }
    return "\((seconds + 59) / 60) minutes"
  }
}
