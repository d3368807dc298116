/// The rules for the imports of one file.
public struct ImportRules: Sendable {
  private let law: DependencyLaw

  public init(_ law: DependencyLaw) { self.law = law }

  public func findings(in text: SourceText, of target: PackageGraph.Target) -> [Finding] {
    text.imports.flatMap { found in
      var findings: [Finding] = []
      if let message = law.objection(toImporting: found.module, in: target) {
        findings.append(Finding(.dependency, text.path, found.line, message))
      }
      if found.isConditional, law.isHouse(found.module) {
        let message =
          "The import of \(found.module) stands inside #if: who knows whom never varies."
        findings.append(Finding(.conditionalImport, text.path, found.line, message))
      }
      return findings
    }
  }
}
