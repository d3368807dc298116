import ArgumentParser
import Core
import Presentation

/// What a module contributes to the command line.
public protocol CommandPresentation: ModulePresentation {
  /// Its commands, in the order in which help lists them.
  static var commands: [any TrellisCommand.Type] { get }
  /// The commands that apply to a product.
  static func commands(for product: Product) -> [any TrellisCommand.Type]
  /// The first command for a new user, such as `trellis sober mark`.
  static var firstStep: String? { get }
  /// What it prints after a command that emitted one of its signals.
  static var presenters: [SignalPresenter] { get }
}

extension CommandPresentation {
  public static func commands(for product: Product) -> [any TrellisCommand.Type] { commands }
  public static var firstStep: String? { nil }
  public static var presenters: [SignalPresenter] { [] }
}
