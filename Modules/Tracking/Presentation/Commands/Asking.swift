import Commands
import Core
import Terminal

extension CommandContext {
  /// Asks on a terminal whether to go on after all.
  ///
  /// - Parameters:
  ///   - consequence: what would be lost, in whole sentences.
  ///   - question: `Delete it?`
  ///   - how: what to type instead where nobody can answer.
  /// - Throws: `needs-confirmation` where nobody can answer.
  func isConfirmed(_ consequence: String, _ question: String, otherwise how: String) throws -> Bool
  {
    guard format == .text, Dialog.isPossible else {
      throw DomainError("needs-confirmation", "\(consequence) \(how)")
    }
    var output = Output()
    output.print(screen.draw(Paragraph(Text(consequence))))
    output.flushOrExit()
    return Dialog.confirm(to: screen.render(Text(question, .bold)))
  }
}
