/// Why a server refuses an entry and what to do about it, in words.
enum RefusalWords {
  static func words(for code: String) -> String {
    switch code {
    case "future-day": "its day had not begun anywhere"
    case "unreadable": "the server could not read it"
    case "too-large": "it is too large"
    case "too-many-unknown":
      "it is of a kind that the server does not know, of which there are many"
    default: "the server says: \(code)"
    }
  }

  /// What a person can do so that what they entered counts after all.
  static func step(for code: String) -> String {
    switch code {
    case "future-day":
      "Check whether the clock of this computer is right. Once the day has begun, enter again what you "
        + "want to keep."
    case "unreadable":
      "This program and the server may be of different versions: once the older of them is updated, "
        + "enter again what you want to keep."
    case "too-large": "Enter again, in smaller parts, what you want to keep."
    case "too-many-unknown":
      "It comes from a plugin: ask whoever runs the server to install it there, too."
    default: "Enter again what you want to keep."
    }
  }
}
