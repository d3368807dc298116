import Commands
import Core
import Journals
import Presentation
import SobrietyContract
import SocialContract
import TrackingContract
import TrackingFormats

/// The result of an import or of a trial run.
public enum ImportOutcome: Sendable, Equatable {
  case habits(ImportReport, isTrial: Bool)
  /// - Parameters:
  ///   - shared: the titles of the habits of which friends see the streak since then.
  ///   - twins: the titles of the habits that are there twice since then.
  case archive(MergedArchive, isTrial: Bool, shared: [String], twins: [String])

  /// Sentences for the person, the most important first.
  public var sentences: [String] {
    sentences(
      Ways(
        hiding: "Friends in the web app, or  trellis friends unshare",
        joining: "“There twice” among the habits of the web app, or  trellis join"
      )
    )
  }

  /// The same where there is no terminal.
  public var pageSentences: [String] {
    sentences(
      Ways(
        hiding: "Friends in the web app of your server.",
        joining: "“There twice” among the habits."
      )
    )
  }

  /// What a sentence names as the way to something.
  private struct Ways {
    /// Where friends are kept from seeing a streak.
    let hiding: String
    /// Where two habits become one.
    let joining: String
  }

  private func sentences(_ ways: Ways) -> [String] {
    switch self {
    case .habits(let report, let isTrial): ImportOutcome.sentences(report, isTrial)
    case .archive(let archive, true, _, _):
      ["The export is whole and holds \(archive.words). Nothing was imported."]
    case .archive(let archive, false, let shared, let twins):
      [ImportOutcome.sentence(archive)] + ImportOutcome.doubling(twins, joining: ways.joining)
        + ImportOutcome.sharing(shared, hiding: ways.hiding)
    }
  }

  /// Whether habits with the same title are one is for the person to say.
  private static func doubling(_ titles: [String], joining way: String) -> [String] {
    guard !titles.isEmpty else { return [] }
    let names = titles.prefix(12).map { "“\($0)”" }
    let more = titles.count > 12 ? ["\(titles.count - 12) more"] : []
    let verb = titles.count == 1 ? "is" : "are"
    return [
      "\((names + more).listed(with: "and")) \(verb) there twice now. To make one of two that are the "
        + "same: \(way)"
    ]
  }

  /// What friends of an account see now was perhaps meant for others.
  private static func sharing(_ titles: [String], hiding way: String) -> [String] {
    guard !titles.isEmpty else { return [] }
    let names = titles.map { "“\($0)”" }.listed(with: "and")
    return [
      "Friends see the streak of \(names) from now on, as this export says. To hide it: \(way)"
    ]
  }

  private static func sentence(_ archive: MergedArchive) -> String {
    switch archive.added {
    case 0: "Everything in this export is here already; nothing was changed."
    case archive.entries: "Imported all of it: \(archive.words)."
    default: "Imported \(archive.added) of \(archive.words); the rest was here already."
    }
  }

  /// Whether everything already existed.
  public var isNothingNew: Bool {
    switch self {
    case .habits(let report, _): report.habitsAdded == 0 && report.entriesAdded == 0
    case .archive(let archive, _, _, _): archive.added == 0
    }
  }

  private static func sentences(_ report: ImportReport, _ isTrial: Bool) -> [String] {
    let verb = isTrial ? "Would import" : "Imported"
    let isNothing = report.habitsAdded == 0 && report.entriesAdded == 0
    let isHere = report.habitsKnown + report.entriesKnown + report.entriesKept > 0
    // The remarks tell what was left out.
    let what = report.remarks.isEmpty ? "Everything in" : "What can be taken from"
    let first =
      isNothing
      ? (isHere
        ? "\(what) this file is here already; nothing was changed."
        : "This file holds nothing that can be imported; nothing was changed.")
      : "\(verb) \(report.habitsAdded.counted("habit")) and "
        + "\(report.entriesAdded.counted("marked day")) from \(named(report.source))."
    let known =
      "\(report.entriesKnown.counted("day in this file is", "days in this file are")) here already."
    let kept =
      "\(report.entriesKept.counted("day")) that you set here differently stayed as you set them."
    return [first] + (report.entriesKnown > 0 && !isNothing ? [known] : [])
      + (report.entriesKept > 0 ? [kept] : []) + report.remarks
  }

  /// The program that wrote a file, as a sentence names it.
  fileprivate static func named(_ source: String) -> String {
    source == ImportedHistory.table ? "a table" : source
  }

  /// Whether ``HistoryImport/undoLatest(in:)`` can take it back.
  public var canBeUndone: Bool {
    switch self {
    case .habits(_, let isTrial): !isTrial && !isNothingNew
    case .archive(let archive, _, _, _): archive.canBeUndone
    }
  }
}

extension ImportSummary {
  init(_ merge: LatestMerge) {
    self.init(source: HistoryImport.ownSource, at: merge.at, habits: 0, entries: merge.added)
  }

  /// Whether it was an export of this program, which may bring more than habits and their days.
  public var isOfExport: Bool { source == HistoryImport.ownSource }

  /// `12 habits and 340 marked days from loop`, or `340 entries from an export`.
  public var words: String {
    guard !isOfExport else {
      return "\(entries.counted("entry", "entries")) from an export"
    }
    return "\(habits.counted("habit")) and "
      + "\(entries.counted("marked day")) from \(ImportOutcome.named(source))"
  }

  /// The same with the day on which it was imported.
  public func words(in context: any SpaceContext) -> String {
    "\(words), \(context.calendar.day(at: at).relativeWords(today: context.today))"
  }

  /// The message after it was taken back.
  public var sentence: String { "Took the import back: \(words). The file was not touched." }
}

extension HabitTwin {
  var habits: Set<HabitID> { [from.id, into.id] }
}

extension MergedArchive {
  fileprivate var words: String { entries.counted("entry", "entries") }
}
