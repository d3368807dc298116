import Core
import ProfileContract
import ProfileDomain
import TestKit
import Testing

@Suite struct NameTests {
  @Test func `nobody has to give a name or sign in`() throws {
    let view = try profile().ask(CurrentProfile())
    #expect(view.displayName.isEmpty)
    #expect(view.mode == .offline)
  }

  @Test(arguments: [("Ada", "Ada"), ("  Ada \n", "Ada"), ("Ада 🌱", "Ада 🌱"), ("A  B", "A  B")])
  func `a name is kept without the white space around it`(typed: String, kept: String) throws {
    let harness = try profile()
    #expect(try harness.when(SetDisplayName(displayName: typed)).displayName == kept)
    #expect(try harness.ask(CurrentProfile()).displayName == kept)
  }

  @Test func `a name can be changed and taken away again`() throws {
    let harness = try profile()
    try harness.when(SetDisplayName(displayName: "Ada"))
    #expect(try harness.when(SetDisplayName(displayName: "Grace")).displayName == "Grace")
    #expect(try harness.when(SetDisplayName(displayName: "")).displayName.isEmpty)
    #expect(harness.facts.count == 3)
    #expect(harness.changes.count { $0 is ProfileChanged } == 3)
  }

  @Test func `the name one has already appends nothing`() throws {
    let harness = try profile()
    try harness.when(SetDisplayName(displayName: ""))
    try harness.when(SetDisplayName(displayName: "Ada"))
    try harness.when(SetDisplayName(displayName: " Ada"))
    #expect(harness.facts.count == 1)
  }

  @Test func `a name may have 100 characters`() throws {
    let harness = try profile()
    let name = String(repeating: "é", count: 100)
    #expect(try harness.when(SetDisplayName(displayName: name)).displayName == name)
    let refusal = #expect(throws: DomainError.self) {
      try harness.when(SetDisplayName(displayName: name + "x"))
    }
    #expect(refusal?.code == "name-too-long")
    #expect(refusal?.message.contains("100") == true)
    #expect(harness.facts.count == 1)
  }
}
