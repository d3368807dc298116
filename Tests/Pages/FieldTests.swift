import Pages
import Testing

@Suite struct FieldTests {
  @Test func `every field has its label around it`() {
    let fields: [HTML] = [
      .field(label: "Name", name: "n"), .field(label: "Name", name: "n", kind: .textarea),
      .choice(label: "Name", name: "n", options: [("a", "A")]), .checkbox(label: "Name", name: "n"),
    ]
    for field in fields {
      #expect(field.markup.hasPrefix("<label"))
      #expect(field.markup.hasSuffix("</label>"))
      #expect(field.markup.contains("Name"))
      #expect(field.markup.contains("name=\"n\""))
    }
  }

  @Test func `a text keeps its first empty line`() {
    let field = HTML.field(label: "Note", name: "note", value: "\n\nx", kind: .textarea)
    #expect(field.markup.contains(">\n\n\nx</textarea>"))
  }

  @Test func `what is chosen is marked, and nothing else`() {
    let options = [(value: "a", label: "A"), (value: "b", label: "B")]
    let menu = HTML.choice(label: "L", name: "n", options: options, selected: "b").markup
    #expect(menu.contains("<option value=\"b\" selected>"))
    #expect(menu.contains("<option value=\"a\">"))
    let radios = HTML.radios(legend: "L", name: "n", options: options, selected: "a").markup
    #expect(radios.contains("value=\"a\" checked"))
    #expect(!radios.contains("value=\"b\" checked"))
    #expect(radios.contains("<legend>L</legend>"))
  }

  @Test func `a tick that is off is not checked`() {
    #expect(!HTML.checkbox(label: "L", name: "n").markup.contains("checked"))
    #expect(HTML.checkbox(label: "L", name: "n", isOn: true).markup.contains("checked"))
  }

  @Test func `a bar never leaves its track`() {
    #expect(HTML.bar(share: 7, label: "l").markup.contains("width=\"100\""))
    #expect(HTML.bar(share: -1, label: "l").markup.contains("width=\"0\""))
    #expect(HTML.bar(share: 0.333, label: "l").markup.contains("width=\"33.3\""))
  }
}
