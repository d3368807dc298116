/// The rules about the imports of one file.
public struct ImportRules: Sendable {
  private let law: DependencyLaw

  public init(_ law: DependencyLaw) { self.law = law }

  public func findings(in text: SourceText, of target: PackageGraph.Target) -> [Finding] {
    text.imports.flatMap { found in
      var findings: [Finding] = []
      if let message = law.objection(toImporting: found.module, in: target) {
        findings.append(Finding(.dependency, text.path, found.line, message))
      }
      if text.isPage, let message = law.pages(importing: found.module) {
        findings.append(Finding(.dependency, text.path, found.line, message))
      }
      if found.isConditional, law.isTarget(found.module) {
        let message =
          "\(found.module) is imported inside #if: import it always, as dependencies never vary."
        findings.append(Finding(.conditionalImport, text.path, found.line, message))
      }
      return findings
    }
  }
}

extension SourceText {
  /// Whether the file belongs to the pages of a module or of the web app.
  fileprivate var isPage: Bool {
    path.contains("/Presentation/Web/") || path.hasPrefix("Apps/Web/")
  }
}
