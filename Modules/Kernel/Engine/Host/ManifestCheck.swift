import Core

/// Checks manifests against each other before any module's code runs.
enum ManifestCheck {
  static func check(
    _ manifests: [Manifest],
    kernel: KernelVersion = .current,
    standIns: Set<String> = []
  ) throws(HostError) {
    for manifest in manifests { try check(manifest, kernel) }
    try refuseTwins(manifests, of: { [$0.name] }) { name, _, _ in
      "Two modules are called \(name). Every module needs a name of its own."
    }
    try refuseTwins(manifests, of: { $0.answers.map { $0.name } }) { request, first, second in
      first == second
        ? "\(first) lists \(request) twice in its manifest."
        : "\(first) and \(second) both answer \(request). Only one module may; load one of them."
    }
    try refuseTwins(manifests, of: { $0.owns.map { $0.name } }) { fact, first, second in
      first == second
        ? "\(first) lists \(fact) twice in its manifest."
        : "\(first) and \(second) both own the fact \(fact). Only one module may make it."
    }
    try refuseSecondTypes(of: manifests)
    try checkNeeds(manifests, standIns)
  }

  /// Refuses a second type for an event.
  ///
  /// Facts are read from the journal by their names: with a second type, the modules that know the
  /// first would not see what was entered before.
  private static func refuseSecondTypes(of manifests: [Manifest]) throws(HostError) {
    var known: [String: (type: ObjectIdentifier, module: String)] = [:]
    for manifest in manifests {
      let facts = (manifest.owns + manifest.reads).map { ($0.name, ObjectIdentifier($0)) }
      let changes = (manifest.publishes + manifest.follows).map { ($0.name, ObjectIdentifier($0)) }
      for (name, type) in facts + changes {
        guard let first = known[name] else {
          known[name] = (type, manifest.name)
          continue
        }
        guard first.type == type else {
          throw HostError(
            "\(name) is one type in \(first.module) and another in \(manifest.name). An event has "
              + "the type in the contract of its module; import that."
          )
        }
      }
    }
  }

  private static func check(_ manifest: Manifest, _ kernel: KernelVersion) throws(HostError) {
    guard kernel.runs(manifest.kernel) else {
      throw HostError(
        "\(manifest.name) \(manifest.version) was written for kernel \(manifest.kernel), "
          + "and this is kernel \(kernel). Take a version of \(manifest.name) made for it."
      )
    }
    let foreign = manifest.owns.first { !$0.name.hasPrefix("\(manifest.name).") }
    if let foreign {
      throw HostError(
        "\(manifest.name) says it owns \(foreign.name), whose name belongs to another module. "
          + "The facts of a module begin with its own name."
      )
    }
  }

  private static func checkNeeds(
    _ manifests: [Manifest],
    _ standIns: Set<String>
  ) throws(HostError) {
    let names = standIns.union(manifests.map(\.name))
    for manifest in manifests {
      for need in manifest.needs where !names.contains(need) {
        throw HostError(
          "\(manifest.name) needs \(need), which is not loaded. "
            + "Add \(need) to the product, or leave \(manifest.name) out."
        )
      }
    }
  }

  private static func refuseTwins(
    _ manifests: [Manifest],
    of names: (Manifest) -> [String],
    _ sentence: (String, String, String) -> String
  ) throws(HostError) {
    var owners: [String: String] = [:]
    for manifest in manifests {
      for name in names(manifest) {
        if let first = owners[name] {
          throw HostError(sentence(name, first, manifest.name))
        }
        owners[name] = manifest.name
      }
    }
  }
}
