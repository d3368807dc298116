import Core
import LocalApp
import Testing

/// Ids as people see and type them.
struct ShortIDTests {
  private let ids = ["01a242b6a1f80000", "01a242b6a1f80001", "77777777777777777"]

  private func find(_ typed: String) throws(DomainError) -> String {
    try ShortID.find(typed, in: ids, id: { $0 }, kind: "entry", listedBy: "trellis list")
  }

  private func refusal(_ typed: String) -> String? {
    do throws(DomainError) {
      _ = try find(typed)
      return nil
    } catch { return error.code }
  }

  @Test func `the beginning of an id means the only one that has it`() throws {
    #expect(try find("7") == ids[2])
    #expect(try find("01A242B6-A1F8-0001") == ids[1])
    for id in ids { #expect(try find(id) == id) }
    #expect(refusal("01a242b6") == "ambiguous-id")
    for typed in ["", "-", "x", "01a242b6a1f800000"] { #expect(refusal(typed) == "unknown-id") }
    let post = #expect(throws: DomainError.self) {
      try ShortID.find(
        "8",
        in: ids,
        id: { $0 },
        kind: "post",
        code: "post",
        listedBy: "trellis feed"
      )
    }
    #expect(post?.code == "unknown-post")
  }

  @Test func `ids are shown up to where they differ, and with eight digits at least`() {
    #expect(ShortID.digits(toTellApart: []) == 8)
    #expect(ShortID.digits(toTellApart: ["0000000000", "1000000000"]) == 8)
    #expect(ShortID.digits(toTellApart: ids) == 16)
    let short = ids.map { String($0.prefix(ShortID.digits(toTellApart: ids))) }
    for (id, shown) in zip(ids, short) { #expect((try? find(shown)) == id) }
  }
}
