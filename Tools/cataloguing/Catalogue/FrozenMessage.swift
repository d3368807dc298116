import API
import Core

/// The promises about a message, in a file that is only ever added to.
public struct FrozenMessage: Codable, Sendable {
  public let name: String
  public let kind: Message.Kind
  public let version: Int
  public var privacy: Privacy?
  public var isAnnounced: Bool?
  /// The kernel version that withdrew the message; from then on it may be missing.
  public var withdrawn: String?
  /// The JSON schema of the message.
  public var schema: JSONValue
  /// Messages as they were written; every later version must be able to read them.
  public var samples: [JSONValue]
  /// The samples as the present version writes them, if this is an earlier version of the message.
  public var becomes: [JSONValue]?
  /// The JSON schema of the reply to a request.
  public var reply: JSONValue?
  public var replies: [JSONValue]?

  /// Freezes a message in its present form; nil if it has no JSON form.
  public init?(_ message: Message, in catalogue: Catalogue) {
    guard let form = message.form else { return nil }
    name = message.name
    kind = message.kind
    version = message.version
    privacy = message.privacy
    isAnnounced = message.isAnnounced ? true : nil
    schema = form.schema.selfContained(among: catalogue.shapes)
    samples = [form.sample]
    reply = message.reply?.schema.selfContained(among: catalogue.shapes)
    replies = message.reply.map { [$0.sample] }
  }

  /// The name of its file.
  public var file: String { "\(name).\(version).json" }

  /// What `catalogue` takes away from programs that rely on the message; empty if nothing.
  public func breaks(in catalogue: Catalogue, kernel: KernelVersion = .current) -> [String] {
    guard let message = catalogue.messages.first(where: { $0.name == name && $0.kind == kind })
    else { return isWithdrawn(from: kernel) ? [] : ["it is gone"] }
    guard let form = message.form, let now = FrozenMessage(message, in: catalogue) else {
      return ["it has no JSON form any more"]
    }
    guard message.version >= version else {
      return ["its version is \(message.version), which is older"]
    }
    var found = samplesThatFail(form)
    if message.privacy != privacy {
      found.append("its privacy was \(privacy.words) and is \(message.privacy.words)")
    }
    if isAnnounced == true, !message.isAnnounced {
      found.append("programs are not told of it any more")
    }
    // An earlier version of a fact has a schema of its own: it is enough that its samples can be
    // read.
    guard message.version == version else { return found }
    found += SchemaComparison.breaks(from: schema, to: now.schema, use)
    guard let reply else { return found }
    guard let replyNow = now.reply, let form = message.reply else {
      return found + ["it has no reply any more"]
    }
    found += SchemaComparison.breaks(from: reply, to: replyNow, .told, at: "reply")
    return found + repliesThatDiffer(form)
  }

  private var use: SchemaComparison.Use {
    switch kind {
    case .fact: .stored
    case .query, .command: .given
    case .change, .signal: .told
    }
  }

  private func isWithdrawn(from kernel: KernelVersion) -> Bool {
    guard kind != .fact, let parts = withdrawn?.split(separator: "."), parts.count == 2,
      let major = Int(parts[0]), let minor = Int(parts[1])
    else { return false }
    return (major, minor) <= (kernel.major, kernel.minor)
  }

  private func samplesThatFail(_ form: Message.Form) -> [String] {
    let meant = becomes ?? samples
    guard meant.count == samples.count else { return ["“becomes” needs an entry for each sample"] }
    return zip(samples, meant).enumerated().compactMap { index, pair in
      failure(pair.0, meant: pair.1, form, as: "sample \(index + 1)")
    }
  }

  /// Lists replies that differ; those of earlier versions need not be readable.
  ///
  /// They may lack a member that is always present now.
  private func repliesThatDiffer(_ form: Message.Form) -> [String] {
    (replies ?? []).enumerated().compactMap { index, reply in
      guard let written = try? form.rewrite(reply, version), !written.contains(reply) else {
        return nil
      }
      return "reply \(index + 1) says something else now"
    }
  }

  private func failure(
    _ sample: JSONValue,
    meant: JSONValue,
    _ form: Message.Form,
    as role: String
  ) -> String? {
    do {
      let written = try form.rewrite(sample, version)
      return written.contains(meant) ? nil : "\(role) says something else now"
    } catch { return "\(role) can no longer be read: \(error)" }
  }
}

extension Privacy? {
  fileprivate var words: String { self?.rawValue ?? "none" }
}
