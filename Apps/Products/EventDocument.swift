import Core
import Presentation
import SobrietyContract
import TrackingContract

/// An event in JSON, as other programs receive it.
///
/// Members may be added; none is removed or given another meaning.
public struct EventDocument: Encodable, Sendable {
  /// The habit, or the substance, that an event is about.
  public struct Habit: Encodable, Sendable {
    public let id: String
    /// Nil for one that is deleted.
    public let title: String?
  }

  /// The name of the event: `tracking.check-changed`.
  public let event: String
  /// When it happened, in RFC 3339 with the person's zone.
  public let time: String
  /// The person's local day at that time; the day that the event is about is in ``data``.
  public let day: Day
  /// Nil for an event about no habit or several.
  public let habit: Habit?
  /// One sentence for people, in the words of the product.
  public let sentence: String
  /// The event's own fields.
  public let data: any IntegrationEvent

  /// Describes an event that has just happened.
  ///
  /// - Parameter at: when its fact was made.
  public static func of(
    _ event: any IntegrationEvent,
    at: Instant,
    _ context: any SpaceContext
  ) async throws -> EventDocument {
    let title = try await title(of: event, context)
    let presentations = ProductCatalog.presentations(of: context.product)
    let name = type(of: event).name
    let words = presentations.flatMap { $0.sentences }.first { $0.event == name }
    let sentence = try await words?.words(of: event, title ?? "", context)
    return EventDocument(
      event: name,
      time: at.rfc3339(in: context.calendar.zone),
      day: context.calendar.day(at: at),
      habit: event.subject.map { Habit(id: $0.description, title: title) },
      sentence: sentence ?? type(of: event).summary,
      data: event
    )
  }

  private static func title(
    of event: any IntegrationEvent,
    _ context: any SpaceContext
  ) async throws -> String? {
    guard let subject = event.subject else { return nil }
    let habits = try await context.askIfAvailable(AllHabits(includesArchived: true)) ?? []
    if let habit = habits.first(where: { $0.id.entity == subject }) { return habit.details.title }
    let substances = try await context.askIfAvailable(AllSubstances()) ?? []
    return substances.first { $0.id.entity == subject }?.habitTitle
  }

  private enum CodingKeys: CodingKey { case data, day, event, habit, sentence, time }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(data, forKey: .data)
    try members.encode(day, forKey: .day)
    try members.encode(event, forKey: .event)
    try members.encodeIfPresent(habit, forKey: .habit)
    try members.encode(sentence, forKey: .sentence)
    try members.encode(time, forKey: .time)
  }
}

extension Product {
  /// The events of its modules that programs may receive, by name.
  public var events: [any IntegrationEvent.Type] {
    var known: Set<String> = []
    return modules.flatMap { $0.manifest.announces }
      .filter { known.insert($0.name).inserted }
      .sorted { $0.name < $1.name }
  }
}
