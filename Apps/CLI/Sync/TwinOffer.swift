import Commands
import Core
import Presentation
import Terminal
import TrackingContract

/// Offers to join habits that came from two devices under one name.
struct TwinOffer {
  /// A pair, as programs receive it.
  struct Item: Encodable {
    let from: HabitID
    let into: HabitID
    let title: String
  }

  private let context: CommandContext
  private let input: AccountInput
  private let twins: [HabitTwin]

  /// Looks for pairs; a product without habits has none.
  init(_ context: CommandContext, _ input: AccountInput) async throws {
    self.context = context
    self.input = input
    twins = try await context.askIfAvailable(HabitTwins()) ?? []
  }

  var items: [Item] {
    twins.map { Item(from: $0.from.id, into: $0.into.id, title: $0.into.details.title) }
  }

  /// Asks about each pair; if nobody can be asked, explains how to join them.
  func make() async throws {
    guard context.format == .text else { return }
    for twin in twins {
      guard twin.from.details.target?.unit == twin.into.details.target?.unit else {
        show(
          "“\(title(twin))” is there twice, and each counts something else, so both stay. To join them, "
            + "give both the same target first, with  trellis edit"
        )
        continue
      }
      guard input.canAsk else {
        show(
          "“\(title(twin))” is there twice. To join them: trellis join \(twin.from.id) \(twin.into.id)"
        )
        continue
      }
      let shared = twin.days.both > 0 ? ", \(twin.days.both) of them the same" : ""
      let question =
        "“\(title(twin))” is there twice, with \(twin.days.into) and \(twin.days.from) days\(shared). Join "
        + "them?"
      guard try input.confirms(question) else { continue }
      _ = try await context.send(
        JoinHabits(from: twin.from.id, into: twin.into.id, confirmed: true)
      )
      show("Joined. To take it back: trellis join --separate \(twin.from.id)")
    }
  }

  private func title(_ twin: HabitTwin) -> String { printable(twin.into.details.title) }

  private func show(_ words: String) {
    var output = Output()
    output.print(context.screen.draw(Paragraph(verbatim: words)))
    output.flushOrExit()
  }
}
