/// A change or a signal that other programs may receive, as JSON.
///
/// Programs that users wrote for themselves read its encoding: members may be added, but none is
/// removed or given another meaning.
public protocol IntegrationEvent: Event, Encodable {
  /// What has happened, in one sentence, for lists of events.
  static var summary: String { get }

  /// The habit, or its equivalent, that the event is about; nil for none or several.
  var subject: EntityID? { get }
}

extension IntegrationEvent {
  public var subject: EntityID? { nil }
}
