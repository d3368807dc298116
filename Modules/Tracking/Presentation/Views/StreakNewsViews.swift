import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// The text views of runs that ended and of the freezes that could save them.
enum StreakNewsViews {
  /// Returns the news of today; nothing if no run ended.
  static func today(_ report: TodayReport, _ context: any SpaceContext) -> [any View] {
    let news = report.news
    var views: [any View] = news.offers.flatMap { offer -> [any View] in
      guard let item = report.items.first(where: { $0.habit.id == offer.habit }) else { return [] }
      return self.offer(offer, news.saved, title: item.title, name: item.name, context)
    }
    views += ended(report, context)
    if let freezes = news.freezes, freezes.available > 0, news.offers.isEmpty {
      let words = context.say(.freezeReady, ["count": freezes.words])
      views.append(Paragraph(Text(words, .muted)))
    }
    return views.isEmpty ? [] : [EmptyLine()] + views
  }

  /// Returns kind words for the best of the runs that ended, one small step, and a reminder.
  private static func ended(_ report: TodayReport, _ context: any SpaceContext) -> [any View] {
    guard let first = report.news.ended.first,
      let item = report.items.first(where: { $0.habit.id == first.habit })
    else { return [] }
    let values = ["title": item.title, "best": first.unit.words(first.best)]
    let step = report.news.ended.count > 1 ? Phrase.streaksBroken : .streakSmallStep
    return [Paragraph(Text("\(context.say(.streakBroken, values)) \(context.say(step))"))]
  }

  private static func offer(
    _ offer: FreezeOffer,
    _ saved: SavedRuns,
    title: String,
    name: String,
    _ context: any SpaceContext
  ) -> [any View] {
    let day = offer.day.relativeWords(today: context.today)
    let values = ["title": title, "day": day, "length": saved.words(offer)]
    let words = context.say(.freezeOffer(closesToday: offer.closesToday), values)
    let step = NextStep("trellis freeze \(ShellWord.quoted(name))")
    return [Paragraph(Text(words), hanging: 2), step]
  }

  /// Returns what a mark earned, and what a freeze could still save.
  static func marked(
    _ news: FreezeNews,
    _ habit: Habit,
    _ context: CommandContext
  ) -> [any View] {
    var views: [any View] = []
    if news.earned > 0 {
      let sign =
        context.screen.profile.plain
        ? "" : "\(context.screen.sign(context.screen.theme.glyphs.shield)) "
      let words = context.say(.freezeGained, ["available": "\(news.available)"])
      views.append(Paragraph(Text(sign, .protected) + Text(words), hanging: 2))
    }
    if let offer = news.offer {
      let title = habit.details.title
      views += self.offer(offer, news.saved, title: title, name: title, context)
    }
    return views
  }
}
