/// Passwords that attackers try first: well-known words, keyboard rows and repetitions.
///
/// The list is our own. It contains words without their thousands of variations, which are
/// recognized by the digits and symbols that people append to a word.
enum CommonPasswords {
  /// The number of appended digits and symbols that do not improve a word.
  private static let longestEnding = 4

  /// - Parameter password: in lowercase.
  static func contain(_ password: String) -> Bool {
    let stem = stem(of: password)
    return words.contains(password) || words.contains(stem) || words.contains(plain(stem))
      || isRow(password) || isRepetition(password)
  }

  /// The password without up to four digits and symbols at its end.
  static func stem(of password: String) -> String {
    let end = password.reversed().prefix { !$0.isLetter }.count
    return String(password.dropLast(min(end, longestEnding)))
  }

  /// The word with lookalike characters replaced by letters.
  private static func plain(_ word: String) -> String {
    let letters: [Character: Character] = [
      "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i",
    ]
    return String(word.map { letters[$0] ?? $0 })
  }

  /// Whether it is part of the alphabet, the digits or the keyboard, forwards or backwards.
  private static func isRow(_ password: String) -> Bool {
    let rows = [
      "01234567890123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm",
      "qwertzuiopasdfghjklyxcvbnm", "azertyuiopqsdfghjklmwxcvbn", "1qaz2wsx3edc4rfv5tgb6yhn",
      "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "qazwsxedcrfvtgbyhnujm",
    ]
    return rows.contains { row in
      row.contains(password) || String(row.reversed()).contains(password)
    }
  }

  /// Whether it repeats up to four characters, such as `abcabcabc`.
  private static func isRepetition(_ password: String) -> Bool {
    let characters = Array(password)
    return (1...4).contains { length in
      characters.count >= 2 * length
        && characters.indices.allSatisfy { characters[$0] == characters[$0 % length] }
    }
  }

  /// The name of the program is included, since attackers try it where the program is used.
  private static let words: Set<String> = [
    "password", "passwort", "motdepasse", "contraseña", "contrasena", "wachtwoord", "passw0rd",
    "passwordpassword", "mypassword", "newpassword", "password1234", "passwords", "pass", "passwd",
    "changeme", "changeit", "letmein", "letmeinnow", "iloveyou", "ilovegod", "iloveu", "lovely",
    "loveyou", "ichliebedich", "welcome", "willkommen", "bienvenue", "hello", "helloworld", "hallo",
    "secret", "geheim", "topsecret", "default", "unknown", "nothing", "whatever", "anything",
    "trustno", "trustnoone", "admin", "administrator", "adminadmin", "root", "rootroot", "toor",
    "user", "guest", "test", "testtest", "testing", "tester", "demo", "login", "server", "access",
    "system", "master", "computer", "internet", "google", "facebook", "samsung", "windows",
    "microsoft", "apple", "linkedin", "pokemon", "minecraft", "starwars", "superman", "batman",
    "spiderman", "ironman", "matrix", "merlin", "dragon", "monkey", "tigger", "tiger", "shadow",
    "sunshine", "princess", "prinzessin", "flower", "butterfly", "rainbow", "cookie", "chocolate",
    "cheese", "pepper", "ginger", "banana", "orange", "coffee", "summer", "winter", "spring",
    "autumn", "sommer", "freedom", "liberty", "justice", "jesus", "jesuschrist", "christ", "heaven",
    "angel", "angels", "blessed", "football", "fussball", "soccer", "baseball", "basketball",
    "hockey", "tennis", "golfer", "runner", "barcelona", "realmadrid", "liverpool", "chelsea",
    "arsenal", "juventus", "manchester", "yankees", "lakers", "cowboys", "eagles", "steelers",
    "ferrari", "porsche", "mercedes", "mustang", "harley", "corvette", "michael", "michelle",
    "jennifer", "jessica", "jordan", "daniel", "thomas", "robert", "charlie", "andrew", "ashley",
    "nicole", "matthew", "joshua", "anthony", "william", "george", "alexander", "alexandra",
    "elizabeth", "victoria", "samantha", "stephanie", "hannah", "maggie", "buster", "killer",
    "hunter", "ranger", "soldier", "thunder", "lightning", "phoenix", "diamond", "crystal",
    "silver", "golden", "purple", "yellow", "baby", "babygirl", "babyboy", "family", "mother",
    "father", "friends", "forever", "together", "sweetheart", "darling", "qwerty", "qwertz",
    "azerty", "asdf", "asdfasdf", "zaq1zaq1", "zaq12wsx", "abcd", "abc", "a1b2c3d4", "aa123456",
    "abcd1234", "1234qwer", "qwer1234", "qwertyui", "q1w2e3r4", "letmein1", "corona", "london",
    "berlin", "paris", "america", "australia", "canada", "france", "germany", "deutschland",
    "england", "trellis", "trellis-server", "trellisserver", "hobbyist", "beebloom", "sober",
    "streaks", "habit", "habits", "correcthorsebatterystaple", "correct horse battery staple",
  ]
}
