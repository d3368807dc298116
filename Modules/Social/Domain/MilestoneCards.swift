import Core
import GamificationContract
import SocialContract
import StreaksContract
import TrackingContract

extension CardComposer {
  func milestone(of habit: HabitID) throws -> ShareCard {
    guard context.answers(AllBadges.self) else { throw lacking("milestones of habits") }
    let all = try context.ask(AllBadges(habit: habit)).items
    guard !all.isEmpty else { throw notReached("The first milestone comes with 7 in a row.") }
    let badges = all.filter { query.unit == nil || $0.unit == query.unit }
    let longest = badges.map { $0.level * $0.unit.days }.max()
    // Before its rhythm changed, the habit may have reached the level in another unit.
    let unit = try context.answers(StreakOf.self) ? context.ask(StreakOf(habit: habit)).unit : nil
    let reached = badges.filter { badge in
      query.level.map { $0 == badge.level } ?? (badge.level * badge.unit.days == longest)
    }
    guard let badge = reached.first(where: { $0.unit == unit }) ?? reached.first else {
      let words = all.map { $0.unit.words($0.level) }.joined(separator: ", ")
      throw notReached("Milestones so far: \(words).")
    }
    let times = ShareFigure(.timesReached, badge.times)
    return ShareCard(
      kind: .milestone,
      subject: .habit,
      title: query.showsTitle ? badge.title : nil,
      headline: ShareFigure(.milestone, badge.level, badge.unit),
      figures: badge.times > 1 ? [times] : [],
      day: badge.day,
      recorded: badge.recorded
    )
  }
}
