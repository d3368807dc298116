/// What a module says about itself before any of its code runs.
///
/// The host checks it and refuses, with a sentence, what cannot work.
public struct Manifest: Sendable {
  /// Lowercase, unique, and the first part of all its wire names: `tracking`.
  public let name: String
  public let version: String
  /// One line for `trellis plugins`.
  public let summary: String
  /// The kernel API this module was written for.
  ///
  /// Written out in each manifest: a constant of the kernel would name the host's own version in
  /// whatever host the module is loaded by, and so could never differ.
  public let kernel: KernelVersion
  /// Modules that must be loaded too.
  public let needs: [String]
  /// Facts that only this module makes.
  public let owns: [any Fact.Type]
  /// Facts of others that it folds.
  public let reads: [any Fact.Type]
  /// Changes that it publishes.
  public let publishes: [any Change.Type]
  /// Changes of others, or of its own, that it follows.
  public let follows: [any Change.Type]
  /// Requests that it answers.
  public let answers: [any Request.Type]

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
    answers: [any Request.Type] = []
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
  }
}

/// Version of the API between kernel and modules.
///
/// A host runs modules of its own major version whose minor version is not newer than its own.
public struct KernelVersion: Sendable, Equatable, CustomStringConvertible {
  public let major: Int
  public let minor: Int

  public init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  public static let current = KernelVersion(2, 0)

  public var description: String { "\(major).\(minor)" }

  /// Whether a host of this version can run a module written for `other`.
  public func runs(_ other: KernelVersion) -> Bool { major == other.major && other.minor <= minor }
}
