/// What a module declares about itself before any of its code runs.
///
/// The host checks it and rejects, with a message, what cannot work.
public struct Manifest: Sendable {
  /// The module's name, lowercase and unique; the first part of all its wire names: `tracking`.
  public let name: String
  public let version: String
  /// One line for `trellis plugins`.
  public let summary: String
  /// The kernel API that this module was written for.
  ///
  /// Written out in each manifest: a constant of the kernel would always be the version of the host
  /// that loads the module, and so could never differ.
  public let kernel: KernelVersion
  /// The modules that must be loaded too.
  public let needs: [String]
  /// The facts that only this module makes.
  public let owns: [any Fact.Type]
  /// The facts of other modules that it folds or reacts to.
  public let reads: [any Fact.Type]
  /// The changes that it publishes.
  public let publishes: [any Change.Type]
  /// The changes, of other modules or its own, that it follows or reacts to.
  public let follows: [any Change.Type]
  /// The requests that it answers.
  public let answers: [any Request.Type]
  /// The commands of other modules that it sends.
  ///
  /// The commands that its decisions send must be listed here. Those that its commands, pages and
  /// services send are listed for people who read what the module does before they add it.
  public let sends: [any Command.Type]
  /// The changes and signals that other programs may receive.
  public let announces: [any IntegrationEvent.Type]

  public init(
    name: String,
    version: String,
    summary: String,
    kernel: KernelVersion,
    needs: [String] = [],
    owns: [any Fact.Type] = [],
    reads: [any Fact.Type] = [],
    publishes: [any Change.Type] = [],
    follows: [any Change.Type] = [],
    answers: [any Request.Type] = [],
    sends: [any Command.Type] = [],
    announces: [any IntegrationEvent.Type] = []
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.kernel = kernel
    self.needs = needs
    self.owns = owns
    self.reads = reads
    self.publishes = publishes
    self.follows = follows
    self.answers = answers
    self.sends = sends
    self.announces = announces
  }
}

/// The version of the API between kernel and modules.
///
/// A host runs modules of the same major version whose minor version is not newer than its own.
public struct KernelVersion: Sendable, Equatable, CustomStringConvertible {
  public let major: Int
  public let minor: Int

  public init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  public static let current = KernelVersion(2, 2)

  public var description: String { "\(major).\(minor)" }

  /// Whether a host of this version can run a module written for `other`.
  public func runs(_ other: KernelVersion) -> Bool { major == other.major && other.minor <= minor }
}
