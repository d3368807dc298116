/// Why a server refuses an entry, in words.
enum RefusalWords {
  static func words(for code: String) -> String {
    switch code {
    case "future-day": "its day has not begun anywhere"
    case "unreadable": "the server could not read it"
    case "too-large": "it is too large"
    case "too-many-unknown":
      "it is of a kind that the server does not know, of which there are many"
    default: "the server says: \(code)"
    }
  }
}
