import ArgumentParser
import Commands
import Core
import Presentation
import SobrietyContract
import SocialContract
import SocialDrawing
import StreaksContract
import Terminal
import TrackingContract

struct ShareCommand: TrellisCommand {
  static var configuration: CommandConfiguration {
    let example = ShellWord.quoted(Help.say(.exampleHabit))
    return CommandConfiguration(
      commandName: "share",
      abstract: Help.say(.helpShare),
      discussion: """
        \(Help.say(.helpShareMore)) Nothing is sent anywhere: you get a file, sized for a phone, \
        that only you can read.

        Examples:
          trellis share --out calendar.png
          trellis share --weeks 26 --dark --out calendar.svg
          trellis share \(example) --milestone 30 --with-title --out milestone.png
        """
    )
  }

  @Argument(
    help: ArgumentHelp(Help.say(.helpOnlyHabit), valueName: Help.say(.helpHabitName)),
    completion: .sharedHabits
  )
  var habit: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The file to write: its ending says how.", valueName: "file.png|.svg|.pdf"),
    completion: .file(extensions: ["png", "svg", "pdf"])
  )
  var out: String

  @Option(
    help: ArgumentHelp(
      "The milestone of so many in a row; 30weeks for one that was reached in weeks.",
      valueName: "days"
    ),
    transform: MilestoneChoice.init(typed:)
  )
  var milestone: MilestoneChoice?

  @Flag(help: ArgumentHelp("Sober days.", visibility: ofSobriety))
  var sober = false

  @Option(
    help: ArgumentHelp("Sober days of this substance, such as Nicotine.", visibility: ofSobriety)
  )
  var substance: String?

  @Option(help: "How many weeks to show, the current one included: 1 to 53.")
  var weeks: Int?

  @Flag(help: "Say on the picture what it is about, by the name you gave it.")
  var withTitle = false

  @Flag(help: "Light on dark.")
  var dark = false

  @Option(help: "Size of a PNG or SVG: 1 (540 × 675) or 2 (1080 × 1350).")
  var scale = 2

  @Flag(help: "Replace the file if there is one.")
  var overwrite = false

  @OptionGroup var global: GlobalOptions

  /// Visible only if the product keeps sober days.
  private static var ofSobriety: ArgumentVisibility {
    Launch.current?.product.answers(SobrietyOf.self) == true ? .default : .hidden
  }

  func validate() throws {
    guard PictureFormat(file: out) != nil else {
      throw ValidationError("“\(out)” must end with .png, .svg or .pdf.")
    }
    guard (1...2).contains(scale) else { throw ValidationError("--scale is 1 or 2.") }
    guard weeks.map((1...ComposeShareCard.mostWeeks).contains) ?? true else {
      throw ValidationError("Give a number of weeks from 1 to \(ComposeShareCard.mostWeeks).")
    }
    guard habit == nil || !(sober || substance != nil) else {
      throw ValidationError("Name a habit, or say --sober: a picture is of one of them.")
    }
    guard milestone == nil || weeks == nil else {
      throw ValidationError("A milestone shows no weeks: leave out --weeks or --milestone.")
    }
  }

  func run(in context: CommandContext) async throws {
    guard let format = PictureFormat(file: out) else { return }
    try await context.space.verify()
    let card = try await context.ask(try await query(context))
    let look = CardStyle(
      product: context.product,
      isDark: dark,
      scale: scale,
      numbers: context.calendar.numbers
    )
    let bytes = try CardDrawing.draw(card, as: format, look: look)
    guard try UserFile.write(bytes, to: out, replaces: overwrite) else { return }
    let drawn = try card.title.flatMap { title in
      try CardDrawing.canDraw(title: title, as: format) ? title : nil
    }
    let size = CardPage.size(format, scale: scale)
    let document = ShareDocument(
      file: out,
      format: format.rawValue,
      width: size.width,
      height: size.height,
      kind: card.kind,
      title: drawn,
      addedLater: card.recorded.later
    )
    try context.show(document) { views(document, card, context) }
  }

  // MARK: The query

  private func query(_ context: CommandContext) async throws -> ComposeShareCard {
    let found = try await habit(context)
    var named = substance
    if let found {
      let substances = try await context.askIfAvailable(AllSubstances()) ?? []
      // Other modules see sober days as a habit, but here the substance is selected.
      named = substances.first { $0.id.habit == found }.map { "\($0.id)" }
    }
    let keepsHabits = context.answers(requestNamed: DoneCounts.name)
    let isSober = sober || named != nil || (found == nil && !keepsHabits)
    if milestone != nil, !isSober, found == nil {
      throw DomainError(
        "habit-missing",
        "Whose milestone? Name the habit: trellis share Running --milestone 30 --out FILE.png. "
          + "Nothing was written."
      )
    }
    return ComposeShareCard(
      kind: milestone != nil ? .milestone : isSober ? .sobriety : .contributions,
      habit: isSober ? nil : found,
      substance: named,
      level: milestone?.level,
      unit: milestone?.unit,
      weeks: weeks,
      showsTitle: withTitle
    )
  }

  private func habit(_ context: CommandContext) async throws -> HabitID? {
    guard let habit else { return nil }
    if let found = try await context.askIfAvailable(FindStreak(text: habit)) { return found.habit }
    return try await context.ask(FindHabit(text: habit)).id
  }

  // MARK: Output

  private func views(
    _ document: ShareDocument,
    _ card: ShareCard,
    _ context: CommandContext
  ) -> [any View] {
    let unit = document.format == "pdf" ? "points" : "pixels"
    let values = [
      "file": document.file, "size": "\(document.width) × \(document.height) \(unit)",
    ]
    var views: [any View] = [Paragraph(Text(context.say(.shareSaved, values)))]
    if withTitle, card.title != nil, document.title == nil {
      views.append(Paragraph(Text(context.say(.shareUndrawable), .muted)))
    } else if !withTitle, card.subject != .allHabits {
      views.append(Paragraph(Text(context.say(.shareUnnamed), .muted)))
    }
    if card.recorded.later > 0 {
      let values = ["later": "\(card.recorded.later)", "count": "\(card.recorded.done)"]
      views.append(Paragraph(Text(context.say(.shareLater, values), .muted)))
    }
    return views
  }
}

extension PictureFormat {
  /// Creates the format for a file's extension; nil for any other extension.
  init?(file: String) {
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return nil }
    self.init(rawValue: file[file.index(after: dot)...].lowercased())
  }
}

extension CompletionKind {
  /// The titles of habits.
  static let sharedHabits = CompletionKind.fromSpace { context in
    try await context.askIfAvailable(AllStreaks())?.items.map(\.title) ?? []
  }
}
