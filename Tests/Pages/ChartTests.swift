import Pages
import Testing

@Suite struct ChartTests {
  @Test func `a curve says in words what it shows, and holds its numbers in a table`() {
    let chart = LineChart(
      values: [0.1, nil, 0.9],
      labels: ["1 Nov", "2 Nov", "3 Nov"],
      title: "Trend",
      summary: "Rising."
    ) { "\(Int($0 * 100)) %" }
    let markup = chart.html.markup
    #expect(markup.contains("<figcaption><strong>Trend</strong> <span class=\"muted\">Rising."))
    #expect(markup.contains("<th scope=\"row\">1 Nov</th><td>10 %</td>"))
    #expect(markup.contains("<th scope=\"row\">2 Nov</th><td>–</td>"))
    #expect(markup.contains("<th scope=\"row\">3 Nov</th><td>90 %</td>"))
    #expect(markup.contains("<div class=\"plot\" aria-hidden=\"true\">"))
  }

  @Test func `a gap breaks the curve`() {
    let markup = LineChart(
      values: [1, 2, nil, 3, 4],
      labels: Array(repeating: "", count: 5),
      title: "",
      summary: ""
    ).html.markup
    #expect(markup.components(of: "class=\"line\"") == 2)
  }

  @Test(arguments: [[], [nil, nil], [5], [0, 0, 0], [-3, 3]] as [[Double?]])
  func `a curve of little or nothing is drawn all the same`(values: [Double?]) {
    let labels = values.map { _ in "l" }
    let markup = LineChart(values: values, labels: labels, title: "t", summary: "s").html.markup
    #expect(!markup.contains("nan") && !markup.contains("inf"))
    #expect(markup.contains("<svg"))
  }

  @Test func `bars carry their amounts as text`() {
    let markup = BarChart(
      bars: [("Mon", 0.5, "50 %"), ("Tue", 2, "all")],
      title: "Weekdays",
      summary: "Best on Tuesday."
    ).html.markup
    #expect(markup.contains(">50 %<") && markup.contains(">all<"))
    #expect(markup.contains(">Mon<") && markup.contains(">Tue<"))
    #expect(markup.contains("y=\"50\" width=\"10\" height=\"50\""))
    #expect(markup.contains("y=\"0\" width=\"10\" height=\"100\""))
  }

  @Test(
    arguments: [
      (0, "0"), (1.5, "1.5"), (2.25, "2.25"), (3.004, "3"), (-0.05, "-0.05"), (99.999, "100"),
    ] as [(Double, String)]
  )
  func `numbers have at most two decimals`(value: Double, text: String) {
    #expect(Chart.number(value) == text)
  }
}
