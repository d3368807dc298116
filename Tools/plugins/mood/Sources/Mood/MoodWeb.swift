import TrellisSDK

/// The plugin's pages in a browser.
extension MoodPresentation: PagePresentation {
  public static let pages = [
    Page("/mood", tab: Tab(.moodTab, icon: .heart, order: 70), body: MoodPages.page)
  ]

  public static let cards = [Card(in: .todayBottom, order: 40, body: MoodPages.card)]

  public static let actions = [FormAction("mood.note", run: MoodPages.note)]

  public static let documents = [
    DocumentEndpoint("mood", "How the last 14 days felt.") { request in
      let today = request.context.today
      return try await request.context.ask(
        MoodsOfDays(from: today.advanced(by: -13), to: today)
      )
    }
  ]

  public static let phrases = [Phrase.moodTab]

  public static func styles(for theme: Theme) -> String {
    """
    .moods{display:grid;grid-template-columns:repeat(5,minmax(0,1fr));gap:.3rem;max-width:26rem}\
    .moods .button{flex-direction:column;gap:.25rem;padding:.5rem .1rem;font-size:.8rem}\
    .moods .icon{width:2rem;height:2rem}\
    .moods [aria-pressed=true]{background:var(--accent-fill);color:var(--on-accent)}\
    .mood-of-day{display:flex;align-items:center;gap:.5rem}
    """
  }
}

extension Phrase {
  static let moodTab = Phrase("mood.tab", "Mood")
}

extension Icon {
  static let heart = Icon(
    #"<path d="M12 20s-7-4.6-7-9.6A3.9 3.9 0 0 1 12 8a3.9 3.9 0 0 1 7 2.4c0 5-7 9.6-7 9.6z"/>"#
  )
}

extension Mood {
  /// A face for it, drawn here since fonts draw such faces in very different ways.
  fileprivate var face: Icon { Icon("<circle cx=\"12\" cy=\"12\" r=\"9\"/>" + features) }

  private var features: String {
    let eyes = "<path d=\"M9 10h.01M15 10h.01\"/>"
    return switch self {
    case .awful: eyes + "<path d=\"M8 16.5a5 5 0 0 1 8 0M7.2 7.4l2.4 1M16.8 7.4l-2.4 1\"/>"
    case .low: eyes + "<path d=\"M8.7 16a6 6 0 0 1 6.6 0\"/>"
    case .fair: eyes + "<path d=\"M8.7 15.2h6.6\"/>"
    case .good: eyes + "<path d=\"M8.4 14.2a5.2 5.2 0 0 0 7.2 0\"/>"
    case .great: eyes + "<path d=\"M7.8 13.4h8.4a4.2 4.2 0 0 1-8.4 0z\"/>"
    }
  }
}

enum MoodPages {
  /// The page: today's mood, the last two weeks, and habits.
  static func page(_ request: PageRequest) async throws -> PageContent {
    let today = request.today
    let days = try await request.context.ask(
      MoodsOfDays(from: today.advanced(by: -13), to: today)
    )
    let named = try await NamedMoods.load(request.context)
    return PageContent(
      title: "Mood",
      body: """
        \(HTML.header("Mood"))\(choice(days.last, request))\
        \(HTML.card("The last two weeks", lately(days, today)))\
        \(HTML.card("Moods and habits", habits(named)))
        """
    )
  }

  /// Today's mood below the list of today.
  static func card(_ request: PageRequest) async throws -> HTML? {
    let today = request.today
    return choice(
      try await request.context.ask(MoodsOfDays(from: today, to: today)).last,
      request
    )
  }

  static func note(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let mood = fields.text("mood").flatMap { Mood(named: $0) }
    let day = try fields.day("day") ?? context.today
    let before = try await context.ask(MoodsOfDays(from: day, to: day)).last?.mood
    try await context.send(NoteMood(day: day, mood: mood, note: fields["note"]))
    let undo = Undo("mood.note", ["day": day.description, "mood": before?.name ?? ""])
    return .done(mood.map { "Noted: \($0.name)." } ?? "Taken back.", undo: undo)
  }

  private static func choice(_ said: DayMood?, _ request: PageRequest) -> HTML {
    let buttons = Mood.allCases.map { mood -> HTML in
      """
      <button class="button quiet" name="mood" value="\(mood.name)" \
      aria-pressed="\(mood == said?.mood ? "true" : "false")">\
      \(mood.face.html)<span>\(mood.title)</span></button>
      """
    }
    let form = request.form(
      "mood.note",
      fields: [("day", request.today.description)],
      label: "How was today?",
      "<div class=\"moods\">\(buttons.joined())</div>"
    )
    return HTML.card("How was today?", form)
  }

  private static func lately(_ days: [DayMood], _ today: Day) -> HTML {
    let rows = days.reversed().compactMap { day -> HTML? in
      guard let mood = day.mood else { return nil }
      return """
        <div class="spread"><span class="mood-of-day">\(mood.face.html)<span>\(mood.title)\
        \(day.note.isEmpty ? "" : ": ")\(day.note)</span></span>\
        <span class="muted">\(day.day.shortWords(today: today))</span></div>
        """
    }
    return rows.isEmpty ? "<p class=\"muted\">Nothing was said of these days.</p>" : HTML.list(rows)
  }

  private static func habits(_ named: [NamedMoods]) -> HTML {
    guard !named.isEmpty else { return "<p class=\"muted\">\(NamedMoods.nothing)</p>" }
    return HTML.list(
      named.map { moods in
        """
        <div class="spread"><span>\(moods.title)</span><span class="muted">\
        \(moods.words(of: moods.doneMood)) when done, \(moods.words(of: moods.otherMood)) otherwise\
        </span></div>
        """
      }
    )
  }
}
