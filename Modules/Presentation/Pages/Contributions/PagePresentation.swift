import Core
import Presentation

/// What a module shows in a browser.
public protocol PagePresentation: ModulePresentation {
  /// Its pages, of which those with a ``Page/tab`` stand in the navigation.
  static var pages: [Page] { get }
  /// Those of its pages that make sense in a product.
  static func pages(for product: Product) -> [Page]
  /// What it adds to pages of other modules and to those of the shell.
  static var cards: [Card] { get }
  /// What its forms, and those of others, may ask for.
  static var actions: [FormAction] { get }
  /// What it says after any form that made something of its own happen.
  static var actionResultPresenters: [ActionResultPresenter] { get }
  /// What programs may read: the documents of `--json`, at `/api/v1/<name>`.
  static var documents: [Document] { get }
  /// Files it makes on demand, such as pictures.
  static var downloads: [Download] { get }
  /// Rules for what only its own pages show, beside those of the shell; empty for none.
  static func styles(for theme: Theme) -> String
}

extension PagePresentation {
  public static var pages: [Page] { [] }
  public static func pages(for product: Product) -> [Page] { pages }
  public static var cards: [Card] { [] }
  public static var actions: [FormAction] { [] }
  public static var actionResultPresenters: [ActionResultPresenter] { [] }
  public static var documents: [Document] { [] }
  public static var downloads: [Download] { [] }
  public static func styles(for theme: Theme) -> String { "" }
}
