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
      "\(first) and \(second) both answer \(request). Only one module may; load one of them."
    }
    try refuseTwins(manifests, of: { $0.owns.map { $0.name } }) { fact, first, second in
      "\(first) and \(second) both own the fact \(fact). Only one module may make it."
    }
    try checkNeeds(manifests, standIns)
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
