import ArgumentParser
import Commands
import Core
import Presentation
import SobrietyContract
import Terminal

struct CravingCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "craving",
    abstract: "What to do in a craving, until it has passed.",
    discussion: """
      Examples:
        trellis sober craving
        trellis sober craving --passed
      """
  )

  @Flag(help: "Count one that you got through.")
  var passed = false

  @Flag(help: "Take back the latest that was counted.")
  var undo = false

  @OptionGroup var named: NamedSubstance
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if passed, undo { throw ValidationError("--passed counts one, --undo takes one back.") }
  }

  func run(in context: CommandContext) async throws {
    let substance = named.substance
    let sobriety = try await context.ask(SobrietyOf(substance: substance))
    var cravings = try await context.ask(CravingsOf(substance: substance))
    if passed { cravings = try await context.send(PassCraving(substance: substance)) }
    let latest = cravings.latest
    if undo, let latest {
      cravings = try await context.send(PassCraving(substance: substance, takesBack: latest))
    }
    try context.show(CravingDocument(cravings, sobriety, context)) {
      if passed {
        [Confirmation("\(context.say(.cravingPassed)) \(cravings.words(context))")]
      } else if undo {
        [Confirmation(context.say(latest == nil ? .cravingNone : .cravingBack))]
      } else {
        DiaryViews.craving(sobriety, cravings, context)
      }
    }
  }
}
