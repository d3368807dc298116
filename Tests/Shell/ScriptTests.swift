import Testing

@testable import Web

@Suite struct ScriptTests {
  @Test(arguments: ["app.js", "extras.js", "grids.js", "sw.js", "today.js"])
  func `scripts write no member whose name comes from elsewhere`(name: String) {
    let script = Assets.all.text(of: name)
    #expect(!script.isEmpty)
    // An assignment to a member in brackets could reach the prototype of all objects.
    let write = #/[\w)\]]\[[^\]]*\]\s*=[^=>]/#
    #expect(script.firstMatch(of: write)?.0 == nil)
    for word in ["__proto__", ".prototype", "Object.assign", "defineProperty"] {
      #expect(!script.contains(word), "\(word)")
    }
  }
}
