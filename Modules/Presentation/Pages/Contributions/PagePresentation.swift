import Core
import Presentation

/// What a module contributes to the web app.
public protocol PagePresentation: ModulePresentation {
  /// Its pages; those with a ``Page/tab`` appear in the navigation.
  static var pages: [Page] { get }
  /// The pages that apply to a product.
  static func pages(for product: Product) -> [Page]
  /// What it adds to pages of other modules and of the shell.
  static var cards: [Card] { get }
  /// The actions that its forms, and those of other modules, can submit.
  static var actions: [FormAction] { get }
  /// What it reports after a form that emitted one of its signals.
  static var actionResultPresenters: [ActionResultPresenter] { get }
  /// The documents that programs can read at `/api/v1/<name>`, the same as with `--json`.
  static var documents: [DocumentEndpoint] { get }
  /// Files it generates on request, such as pictures.
  static var downloads: [Download] { get }
  /// Style rules that a home page needs: for its cards there, and for its own home page.
  ///
  /// Empty for none. They come in addition to those of the shell.
  static func styles(for theme: Theme) -> String
  /// Style rules that no home page needs; without them, it is shown sooner. Empty for none.
  static func pageStyles(for theme: Theme) -> String
}

extension PagePresentation {
  public static var pages: [Page] { [] }
  public static func pages(for product: Product) -> [Page] { pages }
  public static var cards: [Card] { [] }
  public static var actions: [FormAction] { [] }
  public static var actionResultPresenters: [ActionResultPresenter] { [] }
  public static var documents: [DocumentEndpoint] { [] }
  public static var downloads: [Download] { [] }
  public static func styles(for theme: Theme) -> String { "" }
  public static func pageStyles(for theme: Theme) -> String { "" }
}
