import Core
import Testing

@Suite struct SwitchStateTests {
  @Test func `a switch is read in each of its words, and nothing else is`() throws {
    for word in ["on", "Yes", "TRUE"] { #expect(SwitchState(typed: word) == .on) }
    for word in ["off", "No", "FALSE"] { #expect(SwitchState(typed: word) == .off) }
    for word in ["", "1", "perhaps", "on "] { #expect(SwitchState(typed: word) == nil) }
    let error = #expect(throws: DomainError.self) { try SwitchState(typed: "1", for: "sound") }
    #expect(error?.code == "bad-switch")
    #expect(error?.message.hasPrefix("sound is either on or off, not “1”.") == true)
  }
}
