import Core
import Pages
import Presentation
import WidgetContract

/// The web presentation of the widget: on its own, in other pages, and in all sizes.
extension WidgetPresentation: PagePresentation {
  public static let pages = [
    Page("/widget", isEmbeddable: true, body: WidgetPage.content),
    Page("/widgets", body: WidgetsPage.content),
  ]

  public static let cards = [Card(in: .settings, order: 40, body: WidgetsPage.card)]

  public static let actions = [
    FormAction("widget.complete-habit", isEmbeddable: true, run: WidgetPage.complete)
  ]

  private static let size = DocumentParameter(
    "size",
    .oneOf(WidgetSize.allCases.map(\.rawValue)),
    "How much room there is; medium where it is left out."
  )

  public static let documents = [
    DocumentEndpoint("widget", ComposeWidget.summary, parameters: [size]) { request in
      WidgetDocument(try await compose(request), request.context)
    },
    DocumentEndpoint("widget/timeline", "What to show until when.", parameters: [size]) { request in
      WidgetTimeline(try await compose(request), at: request.context.now, request.context)
    },
  ]

  private static func compose(_ request: DocumentRequest) async throws -> WidgetContent {
    let size = request["size"].flatMap { WidgetSize(rawValue: $0) } ?? .medium
    return try await request.context.ask(ComposeWidget(size: size))
  }

  public static func pageStyles(for theme: Theme) -> String { WidgetStyles.all }
}
