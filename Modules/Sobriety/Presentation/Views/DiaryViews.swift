import Commands
import Core
import Presentation
import SobrietyContract
import Terminal

/// Views of pledges, reviews, causes and cravings.
enum DiaryViews {
  static func pledged(
    _ said: DiaryDay,
    _ substance: Substance,
    _ context: CommandContext
  ) -> [any View] {
    let day = ["day": said.day.nounWords(today: context.today)]
    guard said.pledgedAt != nil else { return [Confirmation(context.say(.pledgeGone, day))] }
    let words = "“\(substance.pledge(context))”"
    return [Paragraph(Text(words, .bold)), Confirmation(context.say(.pledgeKept, day))]
  }

  static func reviewed(_ said: DiaryDay, _ context: CommandContext) -> [any View] {
    var values = ["day": said.day.relativeWords(today: context.today)]
    guard let review = said.review else {
      return [Confirmation(context.say(.reviewGone, values))]
    }
    values["effort"] = review.effort.words(context)
    return [Confirmation(context.say(.reviewKept, values))] + note(review.note, context)
  }

  /// What was said about today, in a line each.
  static func today(_ said: DiaryDay, _ context: CommandContext) -> [any View] {
    var lines: [String] = []
    if let at = said.pledgedAt {
      lines.append(
        context.say(.pledgeMade, ["time": at.clockTime(in: context.calendar.zone)])
      )
    }
    if let review = said.review {
      let values = ["day": "today", "effort": review.effort.words(context)]
      lines.append(context.say(.reviewKept, values))
    }
    return lines.map { Paragraph(Text($0, .muted)) }
  }

  /// Everything that was said about a day.
  static func day(
    _ said: DiaryDay,
    _ substance: Substance,
    _ context: CommandContext
  ) -> [any View] {
    var views: [any View] = [Paragraph(Text(said.day.words, .heading)), EmptyLine()]
    if let at = said.pledgedAt {
      let time = ["time": at.clockTime(in: context.calendar.zone)]
      let words = "“\(substance.pledge(context))” \(context.say(.pledgeMade, time))"
      views.append(Paragraph(Text(words)))
    } else {
      views.append(Paragraph(Text(context.say(.pledgeNone), .muted)))
    }
    if let review = said.review {
      let effort = ["effort": review.effort.words(context)]
      views.append(Paragraph(Text(context.say(.reviewSaid, effort))))
      views += note(review.note, context)
    } else {
      views.append(Paragraph(Text(context.say(.reviewNone), .muted)))
    }
    if let slip = said.slip {
      views += [EmptyLine(), Paragraph(Text(context.say(.slipSaid), .heading))]
      if !slip.triggers.isEmpty { views.append(Paragraph(Text(slip.causes(context)))) }
      views += note(slip.note, context)
    }
    guard said.isEmpty else { return views }
    let day = said.day == context.today ? "" : " --day \(said.day)"
    return views + [
      EmptyLine(), SoberStep.of("review fair --note \"…\"\(day)", substance),
    ]
  }

  static func causes(
    _ causes: SlipCauses,
    of substance: Substance,
    _ context: CommandContext
  ) -> [any View] {
    guard causes.noted >= SlipCauses.fewest else {
      return [
        Paragraph(Text(context.say(.causesFew))),
        SoberStep.of("slip --day yesterday --because stress", substance),
      ]
    }
    let rows: [[Text]] = causes.causes.map {
      [Text(context.say($0.trigger.phrase)), Text($0.days.counted("day"), .muted)]
    }
    let noted = context.say(.causesOf, ["noted": "\(causes.noted)"])
    return [
      Paragraph(Text(context.say(.causesTitle), .heading)), EmptyLine(),
      Table([.init(""), .init("", .trailing)], rows: rows), EmptyLine(),
      Paragraph(Text(noted, .muted)),
    ]
  }

  static func craving(
    _ sobriety: Sobriety,
    _ cravings: Cravings,
    _ context: CommandContext
  ) -> [any View] {
    var views: [any View] = [
      Paragraph(Text(context.say(.cravingLead), .bold)), EmptyLine(),
      Paragraph(Text(CravingWords.wait(context))), EmptyLine(),
    ]
    for (index, step) in CravingWords.steps.enumerated() {
      let words = Text(context.say(step.name), .bold) + Text(" – \(context.say(step.how))")
      views.append(Paragraph(Text("\(index + 1). ", .muted) + words, hanging: 3))
    }
    let yours = CravingWords.yours(sobriety, context)
    if !sobriety.why.isEmpty || !yours.isEmpty {
      views += [EmptyLine(), Paragraph(Text(context.say(.cravingYours), .heading))]
      if !sobriety.why.isEmpty { views += note(sobriety.why, context) }
      views += yours.map { Paragraph(Text($0)) }
    }
    views.append(EmptyLine())
    views += CravingWords.help(sobriety.substance, context).map { Paragraph(Text($0, .muted)) }
    views.append(EmptyLine())
    if cravings.passed > 0 { views.append(Paragraph(Text(cravings.words(context)))) }
    return views + [SoberStep.of("craving --passed", sobriety.substance)]
  }

  private static func note(_ words: String, _ context: CommandContext) -> [any View] {
    guard !words.isEmpty else { return [] }
    return [Paragraph(verbatim: words, indent: context.screen.profile.plain ? 0 : 2)]
  }
}
