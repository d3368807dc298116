import Core

/// How hard a day was, in the person's own judgement.
public enum DayEffort: String, Codable, Sendable, CaseIterable {
  case easy
  case fair
  case hard
  case veryHard
}

/// What a person said about a day in the evening.
public struct DayReview: Codable, Sendable, Equatable {
  public let effort: DayEffort
  /// The person's own words; empty if there are none.
  public let note: String
  public let at: Instant

  public init(effort: DayEffort, note: String, at: Instant) {
    self.effort = effort
    self.note = note
    self.at = at
  }
}

/// What may lead to a day that is not sober.
public enum SlipTrigger: String, Codable, Sendable, CaseIterable {
  case stress
  case company
  case boredom
  case loneliness
  case tiredness
  case conflict
  case celebration
  case craving
  case other
}

/// What led to a day that was not sober, as far as the person said.
public struct SlipNote: Codable, Sendable, Equatable {
  /// In the order of ``SlipTrigger``; empty if none was named.
  public let triggers: [SlipTrigger]
  /// The person's own words; empty if there are none.
  public let note: String
  public let at: Instant

  public init(triggers: [SlipTrigger], note: String, at: Instant) {
    self.triggers = triggers
    self.note = note
    self.at = at
  }
}

/// What a person said about a day, beyond how it is marked.
public struct DiaryDay: Codable, Sendable, Equatable {
  public let day: Day
  /// When the person pledged to stay sober on the day; nil if they did not.
  public let pledgedAt: Instant?
  public let review: DayReview?
  /// Nil unless the day is marked as not sober.
  public let slip: SlipNote?

  public init(
    day: Day,
    pledgedAt: Instant? = nil,
    review: DayReview? = nil,
    slip: SlipNote? = nil
  ) {
    self.day = day
    self.pledgedAt = pledgedAt
    self.review = review
    self.slip = slip
  }

  public var isEmpty: Bool { pledgedAt == nil && review == nil && slip == nil }

  /// The maximum length of a note, in characters.
  public static let maxNoteLength = 2000

  /// Returns a note without white space at its ends.
  ///
  /// - Throws: a ``Core/DomainError`` for one that is too long, or that nothing can show.
  public static func checkedNote(_ raw: String) throws -> String {
    let note = try DomainError.checking("note") { try TextRule.lines.checked(raw, "The note") }
    guard note.count <= maxNoteLength else {
      throw DomainError(
        "note-too-long",
        "A note may have up to \(maxNoteLength) characters; this one has \(note.count). Nothing was "
          + "saved: shorten it and try again.",
        isFinal: true,
        about: "note"
      )
    }
    return note
  }
}

/// What led to the days that were not sober, over the whole calendar.
public struct SlipCauses: Codable, Sendable, Equatable {
  /// One cause with the number of days on which the person named it.
  public struct Cause: Codable, Sendable, Equatable {
    public let trigger: SlipTrigger
    public let days: Int

    public init(trigger: SlipTrigger, days: Int) {
      self.trigger = trigger
      self.days = days
    }
  }

  /// The number of days that are not sober and have a note.
  public let noted: Int
  /// The causes that were named, most frequent first.
  public let causes: [Cause]

  public init(noted: Int, causes: [Cause]) {
    self.noted = noted
    self.causes = causes
  }

  /// The number of notes from which causes are shown together; fewer would not say much.
  public static let fewest = 3
}

/// The cravings that a person reported after they had passed.
public struct Cravings: Codable, Sendable, Equatable {
  public let passed: Int
  /// When the latest was reported; nil if there is none.
  public let latest: Instant?

  public init(passed: Int, latest: Instant?) {
    self.passed = passed
    self.latest = latest
  }
}
