import ArgumentParser
import Commands
import Core
import Pages
import TrellisSDK

/// A plugin's description of itself: what it will read, store, publish and add.
public struct PluginDescription: Codable, Sendable {
  public let name: String
  public let version: String
  public let summary: String
  /// The modules that it requires.
  public let needs: [String]
  /// The kinds of entries that it creates, by wire name.
  public let keeps: [String]
  /// The kinds of entries of other modules that it reads.
  public let reads: [String]
  /// The changes of other modules that it follows.
  public let follows: [String]
  /// The changes that it publishes to other modules.
  public let publishes: [String]
  /// The requests that it answers.
  public let answers: [String]
  /// The requests of other modules that it sends.
  public let sends: [String]
  /// Its commands, such as `mood`.
  public let commands: [String]
  /// The paths of its pages.
  public let pages: [String]
  /// Whether it continues to work while the daemon runs.
  public let runsInBackground: Bool
  /// Why it is not part of a product, by the product's name; empty if it is part of all.
  public let absences: [String: String]

  init(_ plugin: Plugin, absences: [String: String]) {
    let manifest = plugin.module.manifest
    name = manifest.name
    version = manifest.version
    summary = manifest.summary
    needs = manifest.needs
    keeps = manifest.owns.map { $0.name }
    reads = manifest.reads.map { $0.name }
    follows = manifest.follows.map { $0.name }
    publishes = manifest.publishes.map { $0.name }
    answers = manifest.answers.map { $0.name }
    sends = manifest.sends.map { $0.name }
    commands = plugin.presentation?.commands.compactMap { $0.configuration.commandName } ?? []
    pages = (plugin.presentation as? any PagePresentation.Type)?.pages.map(\.path) ?? []
    runsInBackground = plugin.service != nil
    self.absences = absences
  }
}
