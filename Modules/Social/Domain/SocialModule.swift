import Core
import SocialContract

/// Cards to share.
///
/// The module is stateless: everything is derived from the replies of other modules, and modules
/// that a product lacks are not queried.
public struct SocialModule: Module {
  public typealias State = SocialState

  public static let manifest = Manifest(
    name: "social",
    version: "1.0.0",
    summary: "Pictures to share: calendars and milestones.",
    kernel: KernelVersion(2, 0),
    answers: [ComposeShareCard.self]
  )

  public static func register(in host: inout some ModuleHost<SocialState>) {
    host.answer(ComposeShareCard.self) { _, query, context in
      try CardComposer(query, context).card()
    }
  }
}

/// The empty state.
public struct SocialState: ModuleState {
  public static let foldVersion = 1

  public init() {}
  public init(from reader: inout ByteReader) throws {}
  public func write(to writer: inout ByteWriter) {}
}
