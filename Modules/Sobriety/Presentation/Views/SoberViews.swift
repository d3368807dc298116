import Commands
import Core
import Presentation
import SobrietyContract
import Terminal

/// Views of the current state.
enum SoberViews {
  /// - Parameter days: The latest days, oldest first, ending with today.
  static func overview(
    _ sobriety: Sobriety,
    _ days: [SoberDay],
    _ said: DiaryDay? = nil,
    isAlone: Bool,
    _ context: CommandContext
  ) -> [any View] {
    let isEmpty = !days.contains { $0.status != .unmarked } && sobriety.soberDays == 0
    let title = isAlone ? context.today.words : "\(sobriety.substance.name)  "
    var heading = Text(title, .heading)
    if !isAlone { heading += Text(context.today.words, .muted) }
    var views: [any View] = [Paragraph(heading), EmptyLine()]
    guard !isEmpty else {
      views.append(Paragraph(Text(context.say(.soberEmpty))))
      views += why(sobriety, context) + caution(sobriety)
      return views + [
        EmptyLine(), SoberStep.of("mark", sobriety.substance), EmptyLine(),
        Paragraph(Text(context.say(.soberEmptyLast), .muted)),
        SoberStep.of("begin --last yesterday", sobriety.substance),
      ]
    }
    views.append(ShadeStrip(days.map(\.cell), words: .sober))
    views += [EmptyLine()] + head(sobriety, isAlone: isAlone, context)
    if let said { views += DiaryViews.today(said, context) }
    views += [EmptyLine(), figures(sobriety, context)]
    if sobriety.savedMinor == nil { views += figuresHint(sobriety, context) }
    views += health(sobriety) + caution(sobriety) + why(sobriety, context)
    if sobriety.status == .unmarked {
      views += [EmptyLine(), SoberStep.of("mark", sobriety.substance)]
    }
    return views
  }

  /// Returns what is said about today, in the sky of the run while one goes on.
  private static func head(
    _ sobriety: Sobriety,
    isAlone: Bool,
    _ context: CommandContext
  ) -> [any View] {
    let said = Text(standing(sobriety, context), .bold)
    guard isAlone, sobriety.current > 0, sobriety.status != .notSober else {
      return [Paragraph(said)]
    }
    return [SkyView.of(sobriety, words: [said])]
  }

  /// Returns one sentence about today.
  static func standing(_ sobriety: Sobriety, _ context: any SpaceContext) -> String {
    let values = [
      "current": sobriety.current.counted("day"), "total": sobriety.soberDays.counted("day"),
    ]
    switch sobriety.status {
    case .sober:
      return context.say(sobriety.current > 1 ? .soberToday : .soberTodayFirst, values)
    case .notSober:
      return context.say(sobriety.soberDays > 0 ? .soberSlip : .soberSlipFirst, values)
    case .unmarked: return context.say(sobriety.current > 0 ? .soberOpen : .soberFresh, values)
    }
  }

  private static func figures(_ sobriety: Sobriety, _ context: CommandContext) -> Table {
    // Zeros would deny the days behind somebody who merely has not marked this one yet.
    let timer = TimerViews.text(sobriety.timer, on: context.screen)
    var rows: [[Text]] = sobriety.timer.isRunning ? [["Timer", timer]] : []
    rows += [
      ["Current run", Text(sobriety.current.counted("day"))],
      ["Longest run", Text(sobriety.longest.counted("day"))],
    ]
    if let saved = sobriety.savedMinor, let currency = sobriety.figures.price?.currency {
      let price = context.number(Price(minor: saved, currency: currency).words)
      rows.append(["Saved", Text(price, .done)])
    }
    if let calories = sobriety.savedCalories {
      rows.append([
        "Calories", Text(context.number("\(calories) kcal \(sobriety.substance.use.spared)")),
      ])
    }
    rows.append(["Next milestone", Text(next(sobriety, context))])
    if let last = sobriety.milestones.last {
      let when = last.day.relativeWords(today: context.today)
      rows.append(["Reached", Text("\(last.days.counted("day")), \(when)")])
    }
    let columns: [Table.Column] = [.init(""), .init("", fit: .wraps)]
    return Table(columns, rows: rows.map { [$0[0].styled(.muted), $0[1]] })
  }

  private static func next(_ sobriety: Sobriety, _ context: any SpaceContext) -> String {
    guard sobriety.current > 0 else { return context.say(.soberNextFirst) }
    return context.say(
      .soberNext,
      [
        "days": sobriety.nextMilestone.counted("day"),
        "left": (sobriety.nextMilestone - sobriety.current).counted("day"),
        "date": sobriety.nextMilestoneDay.shortWords(today: context.today),
      ]
    )
  }

  private static func figuresHint(_ sobriety: Sobriety, _ context: CommandContext) -> [any View] {
    [
      EmptyLine(), Paragraph(Text(FigureWords(sobriety.substance, context).hint, .muted)),
      SoberStep.of(FigureViews.example, sobriety.substance),
    ]
  }

  private static func health(_ sobriety: Sobriety) -> [any View] {
    guard let latest = sobriety.reachedHealth.last else { return [] }
    return [EmptyLine(), Paragraph(Text(latest.words) + Text(" (\(latest.source))", .muted))]
  }

  /// Returns the warning, in the first days only: it is for people who are about to stop.
  private static func caution(_ sobriety: Sobriety) -> [any View] {
    guard sobriety.substance.isAlcohol, sobriety.soberDays < 3 else { return [] }
    let caution = HealthMilestone.caution
    return [EmptyLine(), Paragraph(Text("\(caution.words) (\(caution.source))", .muted))]
  }

  private static func why(_ sobriety: Sobriety, _ context: CommandContext) -> [any View] {
    guard !sobriety.why.isEmpty else { return [] }
    return [
      EmptyLine(), Paragraph(Text("Your why", .heading)),
      Paragraph(verbatim: sobriety.why, indent: context.screen.profile.plain ? 0 : 2),
    ]
  }
}

extension Text {
  fileprivate func styled(_ style: Style) -> Text { Text(content, style) }
}

extension SoberDay {
  var cell: ShadeCell {
    switch status {
    case .sober: .shade(max(1, shade))
    case .notSober: .broken
    case .unmarked: .none
    }
  }
}

extension ShadeWords {
  static let sober = ShadeWords(
    shades: "sober, by days in a row up to 10",
    broken: "not sober",
    none: "not marked",
    day: "sober, day"
  )
}
