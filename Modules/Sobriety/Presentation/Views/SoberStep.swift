import Core
import SobrietyContract
import Terminal

/// Suggestions of commands about a substance.
enum SoberStep {
  /// Returns a suggestion that is about the substance that is shown, and not about the usual one.
  ///
  /// - Parameter arguments: what follows `trellis sober`.
  static func of(_ arguments: String, _ substance: Substance) -> NextStep {
    let isUsual = substance.name == Substance.defaultName
    let option = isUsual ? "" : " --substance \(ShellWord.quoted(substance.name))"
    return NextStep("trellis sober \(arguments)\(option)")
  }
}
