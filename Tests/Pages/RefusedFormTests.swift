import Core
import Pages
import Testing

/// Forms that are shown once more after they were refused.
@Suite struct RefusedFormTests {
  private func shown(
    _ body: HTML,
    _ values: [String: [String]],
    about field: String? = nil
  ) -> String {
    let form = RefusedForm("plants.sow", FormFields(values), "Too <much>.", about: field)
    return form.shown(in: body).markup
  }

  private func form(_ content: HTML) -> HTML {
    "<form action=\"/do/plants.sow\"><input type=\"hidden\" name=\"token\" value=\"t\">\(content)</form>"
  }

  @Test func `each kind of field gets what was sent back`() {
    let options = [(value: "a", label: "A"), (value: "b", label: "B")]
    let markup = shown(
      form(
        """
        \(HTML.field(label: "Name", name: "name", value: "old"))\
        \(HTML.field(label: "Note", name: "note", value: "old", kind: .textarea))\
        \(HTML.choice(label: "Place", name: "place", options: options, selected: "a"))\
        \(HTML.radios(legend: "Soil", name: "soil", options: options, selected: "a"))\
        \(HTML.checkbox(label: "Wet", name: "wet", isOn: true))\
        \(HTML.checkbox(label: "Sunny", name: "sunny"))
        """
      ),
      ["name": ["<&\"'>"], "note": ["\nä"], "place": ["b"], "soil": ["b"], "sunny": ["on"]]
    )
    #expect(markup.contains("name=\"name\" value=\"&lt;&amp;&quot;&#39;&gt;\""))
    #expect(markup.contains(">\n\nä</textarea>"))
    #expect(markup.contains("<option value=\"a\">") && markup.contains("value=\"b\" selected>"))
    #expect(markup.contains("name=\"soil\" value=\"a\"><"))
    #expect(markup.contains("name=\"soil\" value=\"b\" checked>"))
    #expect(markup.contains("name=\"wet\" value=\"on\"><"))
    #expect(markup.contains("name=\"sunny\" value=\"on\" checked>"))
    #expect(!markup.contains("old"))
  }

  @Test func `the reason stands beside its field, which has the focus`() {
    let folded = HTML.disclosure("More", .field(label: "Depth", name: "depth", hint: "In cm"))
    let focused = HTML.field(label: "Name", name: "name", attributes: [("autofocus", "autofocus")])
    let sent = ["name": ["x"], "depth": ["7"]]
    let markup = shown(form("\(focused)\(folded)"), sent, about: "depth")
    let field = """
      <span id="refused-field">Depth</span><input type="text" name="depth" value="7" \
      aria-invalid="true" aria-describedby="refused" autofocus aria-labelledby="refused-field">\
      <small>In cm</small><small class="refused" id="refused">Too &lt;much&gt;.</small></label>
      """
    #expect(markup.contains(field))
    #expect(markup.contains("<details open>"))
    #expect(markup.components(of: "autofocus") == 1)
  }

  @Test func `a script gets the reason alone`() {
    let field = form(.field(label: "Depth", name: "depth", value: "1"))
    let sent = RefusedForm("plants.sow", FormFields(["depth": ["7"]]), "Too deep.", about: "depth")
    let markup = sent.shown(in: field, isFragment: true).markup
    #expect(markup.contains("value=\"1\" aria-invalid=\"true\" aria-describedby=\"refused\""))
    #expect(markup.contains("<small class=\"refused\" id=\"refused\">Too deep.</small></label>"))
    #expect(!markup.contains("autofocus"))
    let page = PageContent(title: "Sow", body: field)
    #expect(sent.shown(in: page, isFragment: true).tellsRefusal)
    let unnamed = RefusedForm("plants.sow", FormFields(["depth": ["7"]]), "Too deep.")
    #expect(unnamed.shown(in: field, isFragment: true) == field)
    #expect(!unnamed.shown(in: page, isFragment: true).tellsRefusal)
    #expect(unnamed.shown(in: page).tellsRefusal)
  }

  @Test func `the reason for a group of ticks stands at its end`() {
    let options = [(value: "a", label: "A"), (value: "b", label: "B")]
    let group = HTML.radios(legend: "Soil", name: "soil", options: options)
    let markup = shown(form(group), [:], about: "soil")
    #expect(markup.contains("Too &lt;much&gt;.</small></fieldset>"))
    #expect(markup.components(of: "aria-invalid") == 1)
  }

  @Test func `a reason without a field stands at the beginning of the form`() {
    let markup = shown(form(.field(label: "Name", name: "name")), ["name": ["x"]])
    let start = """
      <form action="/do/plants.sow">\
      <p class="refused" id="refused" tabindex="-1" autofocus>Too &lt;much&gt;.</p>
      """
    #expect(markup.contains(start))
  }

  @Test func `of several forms with one action the one that was sent is meant`() {
    func row(_ id: String) -> HTML {
      form(
        """
        <input type="hidden" name="plant" value="\(id)">\(HTML.field(label: id, name: "name"))
        """
      )
    }
    let sent = ["plant": ["fern & moss"], "name": ["x"]]
    let markup = shown("\(row("oak"))\(row("fern & moss"))", sent, about: "name")
    #expect(markup.hasPrefix(row("oak").markup))
    #expect(markup.contains("value=\"x\" aria-invalid"))
    #expect(shown(row("oak"), sent) == row("oak").markup)
  }

  @Test func `passwords and files are never filled in, and a button alone stays as it is`() {
    let fields: HTML = """
      \(HTML.field(label: "Word", name: "word", kind: .password))\
      \(HTML.field(label: "File", name: "file", kind: .file))
      """
    let markup = shown(form(fields), ["word": ["sesame"], "file": ["sesame"]])
    #expect(!markup.contains("sesame"))
    let button = form("<button name=\"mark\" value=\"done\">Done</button>")
    #expect(shown(button, ["mark": ["done"]]) == button.markup)
  }

  @Test func `all else of a page stays byte for byte`() {
    let body: HTML = """
      <h1>\("a < b")</h1><svg viewBox="0 0 1 1"><path d="M0 0"/></svg>\
      <form action="/do/plants.water"><input name="name" value="\("\"a\"")"></form>
      """
    #expect(shown(body, ["name": ["x"]]) == body.markup)
  }
}
