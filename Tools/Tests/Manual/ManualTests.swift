import Foundation
import Manual
import Testing

@Suite struct ManualTests {
  private let json = #"""
    {"serializationVersion": 0, "command": {"commandName": "grow", "abstract": "Grows.",
      "arguments": [{"kind": "flag", "shouldDisplay": true, "isOptional": true,
        "isRepeating": false, "names": [{"kind": "long", "name": "json"}], "abstract": "As JSON."}],
      "subcommands": [{"commandName": "help", "shouldDisplay": true},
        {"commandName": "plant", "abstract": ".Plants a\\b.", "shouldDisplay": true, "arguments": [
          {"kind": "positional", "shouldDisplay": true, "isOptional": false, "isRepeating": true,
            "valueName": "seed", "abstract": "What."},
          {"kind": "flag", "shouldDisplay": true, "isOptional": true, "isRepeating": false,
            "names": [{"kind": "long", "name": "json"}], "abstract": "As JSON."},
          {"kind": "option", "shouldDisplay": false, "isOptional": true, "isRepeating": false,
            "names": [{"kind": "long", "name": "secret"}]}]}]}}
    """#

  private func page() throws -> String {
    Manual(try JSONDecoder().decode(ProgramHelp.self, from: Data(json.utf8))).page
  }

  @Test func `commands stand with their arguments, common options once`() throws {
    let page = try page()
    #expect(page.contains(".SS plant <seed> ...\n"))
    #expect(page.components(separatedBy: "\\-\\-json").count == 2)
    #expect(!page.contains("secret"))
    #expect(!page.contains(".SS help"))
  }

  @Test func `text cannot be taken for a macro`() throws {
    #expect(try page().contains("\\&.Plants a\\eb."))
  }
}
