import Architecture
import Testing

@Suite struct SelectionTests {
  private let graph = PackageGraph(targets: [
    PackageGraph.Target(name: "Core", path: "Modules/Kernel/Core", sources: ["Day.swift"]),
    PackageGraph.Target(
      name: "Loop",
      path: "Modules/Kernel/Loop",
      sources: ["Loop.swift"],
      dependencies: ["CUV"]
    ),
    PackageGraph.Target(name: "CUV", path: "Modules/Kernel/CUV"),
    PackageGraph.Target(name: "bench", path: "Tools/bench", sources: ["main.swift"]),
    PackageGraph.Target(
      name: "CoreTests",
      path: "Tests/Core",
      sources: ["DayTests.swift"],
      dependencies: ["Core"],
      isTest: true
    ),
    PackageGraph.Target(
      name: "LoopTests",
      path: "Tests/Loop",
      sources: ["TimerTests.swift"],
      dependencies: ["Loop"],
      isTest: true
    ),
  ])

  /// The tests of each file of the sample package, all of them as they should be.
  private let right = [
    "Modules/Kernel/Core/Day.swift": "CoreTests", "Modules/Kernel/Loop/Loop.swift": "LoopTests",
    "Modules/Kernel/CUV/module.modulemap": "LoopTests", "Tools/bench/main.swift": "",
    "Tests/Core/DayTests.swift": "CoreTests", "Tests/Loop/TimerTests.swift": "CoreTests LoopTests",
  ]

  private func messages(_ changes: [String: String] = [:]) -> [String] {
    let lines = right.merging(changes) { _, changed in changed }.map { "\($0.key): \($0.value)" }
    let selection = TestSelection(graph, printed: lines.joined(separator: "\n"))
    return selection.findings.map(\.message)
  }

  @Test func `each file has tests that use it, or is a tool's`() {
    #expect(messages().isEmpty)
  }

  @Test(
    arguments: [
      ("Modules/Kernel/Core/Day.swift", "", "Core"),
      ("Modules/Kernel/Core/Day.swift", "LoopTests", "Core"),
      ("Modules/Kernel/CUV/module.modulemap", "CoreTests", "CUV"),
      ("Tests/Loop/TimerTests.swift", "CoreTests", "LoopTests"),
    ]
  )
  func `tests that do not use what was changed are not enough`(
    file: String,
    tests: String,
    target: String
  ) {
    let expected = "For \(file) it runs no tests that use \(target): add them to `tests_of`."
    #expect(messages([file: tests]) == [expected])
  }

  @Test func `tests that do not exist are found, beside others too`() {
    let file = "Modules/Kernel/Core/Day.swift"
    #expect(
      messages([file: "CoreTests KernelTests"]) == [
        "For \(file) it runs KernelTests, which is no target of tests: correct `tests_of`."
      ]
    )
  }
}
