import ArgumentParser
import Core
import Presentation

/// What a module shows on the command line.
public protocol CommandPresentation: ModulePresentation {
  /// Its commands, in the order in which help lists them.
  static var commands: [any TrellisCommand.Type] { get }
  /// Those of its commands that make sense in a product.
  static func commands(for product: Product) -> [any TrellisCommand.Type]
  /// What to type first, for someone who is new here: `trellis sober mark`.
  static var firstStep: String? { get }
  /// What it says after any command that made something of its own happen.
  static var presenters: [SignalPresenter] { get }
}

extension CommandPresentation {
  public static func commands(for product: Product) -> [any TrellisCommand.Type] { commands }
  public static var firstStep: String? { nil }
  public static var presenters: [SignalPresenter] { [] }
}
