import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// The text views of Today.
enum TodayViews {
  static func of(_ report: TodayReport, _ context: any SpaceContext) -> [any View] {
    var views: [any View] = [
      Paragraph(Text(report.day.words, .heading)),
      Paragraph(Text(report.greeting(context), .muted)),
      EmptyLine(),
    ]
    guard !report.items.isEmpty else {
      return views + [
        Paragraph(Text(report.message(context))), EmptyLine(),
        NextStep(NoHabits.step(report.archived)),
      ]
    }
    if report.done + report.open > 0 { views += [progress(report), EmptyLine()] }
    views += [TodayList(report, showsStreaks: context.product.policies.showsStreaks, context)]
    views += StreakNewsViews.today(report, context)
    views += [EmptyLine(), Paragraph(Text(report.message(context)))]
    views.append(Paragraph(Text(context.say(.quote), Style.muted.with(.italic))))
    if report.done == 0, let first = report.items.first(where: { $0.status == .open }) {
      views += [EmptyLine(), NextStep("trellis check \(ShellWord.quoted(first.name))")]
    }
    return views
  }

  private static func progress(_ report: TodayReport) -> any View {
    let total = report.done + report.open
    return ProgressLine(done: report.done, total: total, words: report.progressWords(of: total))
  }
}

/// The progress in words, with a bar if there is room.
struct ProgressLine: View {
  let done: Int
  let total: Int
  /// `3 of 5 done`.
  let words: String

  func lines(on screen: Screen) -> [Text] {
    if screen.profile.plain { return [Text("\(words).")] }
    let width = min(30, screen.width - words.count - 2)
    guard width >= 8, total > 0 else { return [Text(words, .bold)] }
    let style: Style = done == total ? .done : .accent
    let share = Double(done) / Double(total)
    let bar = Bar(share, width: width, style: style, showsPercent: false)
    return [bar.text(on: screen) + Text("  \(words)", .bold)]
  }
}
