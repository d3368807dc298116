import Commands
import Core
import Presentation
import Terminal

/// What telemetry collects and what it never does, in plain words.
enum Disclosure {
  static let collected = [
    "The names of the features you use, as they are written in the program (such as "
      + "“tracking.set-check”, which is checking a habit).",
    "How often each was used in a week. Which day or hour is not kept.",
    "How often a program ended by a fault of its own, by the name of the signal (such as “SIGSEGV”).",
    "How often an answer took more than one, three or ten seconds, by the name of the feature.",
    "The name of the product and the version of the program.",
  ]

  static let never = [
    "Titles, notes, groups, names, or anything else that you typed.",
    "Which days you checked, how long your streaks are, or what your habits are.",
    "Your name, address, account, device, place, language or time zone.",
    "Any number or code by which you or this device could be known again.",
  ]

  /// The options on a command line.
  ///
  /// - Parameter receiver: where the counts go; nil if they go nowhere.
  static func control(_ receiver: String?) -> [String] {
    [
      kept, sent(receiver),
      "trellis telemetry show prints, byte for byte, all that \(receiver == nil ? "could ever be" : "is") sent"
        + " next.",
      "trellis telemetry off stops the counting and drops what was counted, at once. "
        + "DO_NOT_TRACK=1 is respected.",
    ]
  }

  /// The options on a page, which has a switch instead of a command.
  static func web(_ receiver: String?) -> [String] {
    [
      kept, sent(receiver),
      "Below is, byte for byte, all that \(receiver == nil ? "could ever be" : "is") sent next.",
      "Switching it off stops the counting and drops what was counted, at once. DO_NOT_TRACK=1 is "
        + "respected.",
    ]
  }

  private static let kept =
    "The counts are in one small file on this device, for the last 8 weeks at most."

  private static func sent(_ receiver: String?) -> String {
    guard let receiver else {
      return "This build names no receiver, so nothing is ever sent."
    }
    return
      "They are sent to \(receiver) once a day at most, and forgotten here then. It keeps only "
      + "sums over all devices."
  }

  static func views(_ receiver: String?) -> [any View] {
    list("What is counted", collected) + [EmptyLine()] + list("What never is", never) + [
      EmptyLine()
    ]
      + list("What you can do", control(receiver))
  }

  private static func list(_ title: String, _ lines: [String]) -> [any View] {
    [Paragraph(Text(title, .heading))] + lines.map { Paragraph(Text("- " + $0), hanging: 2) }
  }
}

/// The output of `trellis telemetry disclosure --json`.
struct DisclosureDocument: Codable, Sendable {
  let collected: [String]
  let never: [String]
  let control: [String]

  /// - Parameter receiver: where the counts go; nil if they go nowhere.
  init(_ receiver: String?) {
    collected = Disclosure.collected
    never = Disclosure.never
    control = Disclosure.control(receiver)
  }
}
