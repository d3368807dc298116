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
    "The name of the product and the version of the program.",
  ]

  static let never = [
    "Titles, notes, groups, names, or anything else that you typed.",
    "Which days you checked, how long your streaks are, or what your habits are.",
    "Your name, address, account, device, place, language or time zone.",
    "Any number or code by which you or this device could be known again.",
  ]

  static let control = [
    "The counts are in one small file on this device, for the last 8 weeks at most.",
    "No place to send them to is set up, so nothing is sent.",
    "trellis telemetry show prints, byte for byte, all that could ever be sent.",
    "trellis telemetry off stops the counting and drops what was counted, at once. "
      + "DO_NOT_TRACK=1 is respected.",
  ]

  /// The options on a page, which has a switch instead of a command.
  static let web = [
    "The counts are in one small file on this device, for the last 8 weeks at most.",
    "No place to send them to is set up, so nothing is sent.",
    "Below is, byte for byte, all that could ever be sent.",
    "Switching it off stops the counting and drops what was counted, at once. DO_NOT_TRACK=1 is "
      + "respected.",
  ]

  static let views: [any View] =
    list("What is counted", collected) + [EmptyLine()] + list("What never is", never) + [
      EmptyLine()
    ]
    + list("What you can do", control)

  private static func list(_ title: String, _ lines: [String]) -> [any View] {
    [Paragraph(Text(title, .heading))] + lines.map { Paragraph(Text("- " + $0), hanging: 2) }
  }
}

/// The output of `trellis telemetry disclosure --json`.
struct DisclosureDocument: Encodable, Sendable {
  let collected = Disclosure.collected
  let never = Disclosure.never
  let control = Disclosure.control

  private enum CodingKeys: String, CodingKey { case collected, never, control }
}
