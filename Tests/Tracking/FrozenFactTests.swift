import Core
import Testing
import TrackingContract

/// Decodes payloads as version 1 wrote them.
///
/// They are in users' journals, so these strings never change. A new version adds strings beside
/// them.
@Suite struct FrozenFactTests {
  static let frozen: [String: [String]] = [
    HabitCreated.name: [
      """
      {"archivedOn":"2025-06-16","at":1750000000123,"details":{"archived":true,"color":"green",\
      "difficulty":"easy","notes":"","position":0,"priority":"normal","question":"",\
      "reminders":[],"schedule":"daily","title":"Read"},\
      "habit":"019776f1b8c800000000000000000001","on":"2025-06-15"}
      """,
      """
      {"at":1750000000123,"details":{"archived":false,"color":"blue","difficulty":"easy",\
      "icon":"📚","notes":"","position":0,"priority":"normal","question":"","reminders":[],\
      "schedule":"daily","title":"Read"},"habit":"019776f1b8c800000000000000000001",\
      "on":"2025-06-15"}
      """,
      """
      {"at":1750000000123,"details":{"archived":false,"color":"green","difficulty":"easy",\
      "notes":"","position":0,"priority":"normal","question":"","reminders":[],\
      "schedule":"daily","title":"Read"},"habit":"019776f1b8c800000000000000000001",\
      "on":"2025-06-15"}
      """,
      """
      {"at":-1,"details":{"archived":true,"color":"#1976d2","difficulty":"hard",\
      "group":"Evening / home","notes":"a\\n\\"b\\"","position":-3,"priority":"high",\
      "question":"Read today?","reminders":[{"minutes":450},{"minutes":1439,"weekdays":[1,3,7]}],\
      "schedule":"mon,wed,sun","target":{"amount":1500,"direction":"atMost","unit":"本"},\
      "title":"本を読む"},"habit":"ffffffffffffffffffffffffffffffff","on":"1999-12-31"}
      """,
    ],
    HabitEdited.name: [
      #"{"habit":"00000000000000000000000000000007","patch":{}}"#,
      """
      {"habit":"00000000000000000000000000000007","on":"2026-03-12","patch":{"schedule":"weekly"}}
      """,
      #"{"habit":"00000000000000000000000000000007","patch":{"group":"","removesTarget":true}}"#,
      #"{"habit":"00000000000000000000000000000007","patch":{"icon":""}}"#,
      #"{"habit":"00000000000000000000000000000007","patch":{"icon":"no emoji of this version"}}"#,
      """
      {"habit":"00000000000000000000000000000007","patch":{"archived":true,"color":"pink",\
      "difficulty":"medium","group":"G","notes":"N","position":4,"priority":"low","question":"Q",\
      "reminders":[{"minutes":0,"weekdays":[6,7]}],"schedule":"3/7days",\
      "target":{"amount":20000,"direction":"atLeast","unit":"pages"},"title":"T"}}
      """,
    ],
    HabitJoined.name: [
      """
      {"habit":"00000000000000000000000000000007","into":"019776f1b8c800000000000000000001"}
      """,
      #"{"habit":"00000000000000000000000000000007"}"#,
    ],
    HabitDeleted.name: [#"{"habit":"00000000000000000000000000000007"}"#],
    CheckSet.name: [
      """
      {"day":"2026-03-12","entry":{"at":1773316800000,"mark":"done","note":""},\
      "habit":"00000000000000000000000000000007"}
      """,
      """
      {"day":"2026-03-12","entry":{"mark":"skipped","note":"Ill","value":2500},\
      "habit":"00000000000000000000000000000007","source":"loop"}
      """,
      #"{"day":"0001-01-01","entry":{"mark":"open","note":""},"habit":"00000000000000000000000000000007"}"#,
      """
      {"day":"2026-03-12","entry":{"at":1773316800000,"mark":"done","note":""},\
      "habit":"00000000000000000000000000000007","restores":{"clock":116216084090880001,"device":9}}
      """,
      """
      {"day":"2026-03-12","entry":{"at":1773316800000,"mark":"done","note":""},\
      "habit":"00000000000000000000000000000007",\
      "restores":{"clock":116216084090880001,"device":9,"imported":true}}
      """,
      #"{"day":"2024-02-29","entry":{"mark":"missed","note":""},"habit":"00000000000000000000000000000007"}"#,
      """
      {"day":"2024-02-29","entry":{"mark":"automatic","note":""},\
      "habit":"00000000000000000000000000000007","source":"harsh"}
      """,
      """
      {"claimed":true,"day":"2026-03-12","entry":{"at":1773316800000,"mark":"done","note":""},\
      "habit":"00000000000000000000000000000007","late":true,"offset":-570}
      """,
      """
      {"adds":5000,"day":"2026-03-12","entry":{"at":1773316800000,"mark":"done","note":"",\
      "value":12000},"habit":"00000000000000000000000000000007","offset":60,"only":"mark"}
      """,
      """
      {"day":"2026-03-12","entry":{"mark":"open","note":"Ill"},\
      "habit":"00000000000000000000000000000007","only":"note"}
      """,
    ],
    DaysImported.name: [
      """
      {"entries":[{"day":"2026-03-12","mark":"done"},\
      {"at":-1,"day":"2026-03-11","mark":"skipped","note":"a\\n\\"b\\"","value":2500}],\
      "habit":"00000000000000000000000000000007","source":"loop"}
      """,
      #"{"entries":[],"habit":"ffffffffffffffffffffffffffffffff","source":"本"}"#,
    ],
    HistoryImported.name: [
      """
      {"at":1773316800000,"habits":["00000000000000000000000000000007"],"source":"loop"}
      """,
      #"{"at":-1,"habits":[],"source":"harsh"}"#,
    ],
    ImportUndone.name: [#"{"clock":116216084090880001,"device":9}"#],
    VacationSet.name: [
      """
      {"vacation":{"from":"2026-07-01","id":"0000000000000000000000000000000a","to":"2026-07-14"}}
      """,
      """
      {"vacation":{"from":"2026-07-01","habits":["00000000000000000000000000000001",\
      "00000000000000000000000000000002","00000000000000000000000000000003",\
      "00000000000000000000000000000004"],"id":"0000000000000000000000000000000a",\
      "to":"2026-07-14"}}
      """,
    ],
    VacationCancelled.name: [#"{"id":"0000000000000000000000000000000a"}"#],
  ]

  private func expectFrozen<F: Fact>(_ type: F.Type) throws {
    #expect(F.version == 1)
    for text in try #require(FrozenFactTests.frozen[F.name], "\(F.name) has no payload") {
      let fact = try F.upcast(payload: Array(text.utf8), version: 1)
      #expect(String(decoding: try JSON.encode(fact), as: UTF8.self) == text)
      #expect(String(decoding: try fact.payload(), as: UTF8.self) == text)
    }
  }

  @Test func `every payload of version 1 is read and written again to the same bytes`() throws {
    try expectFrozen(HabitCreated.self)
    try expectFrozen(HabitEdited.self)
    try expectFrozen(HabitDeleted.self)
    try expectFrozen(HabitJoined.self)
    try expectFrozen(CheckSet.self)
    try expectFrozen(DaysImported.self)
    try expectFrozen(HistoryImported.self)
    try expectFrozen(ImportUndone.self)
    try expectFrozen(VacationSet.self)
    try expectFrozen(VacationCancelled.self)
  }

  @Test func `the names on the wire are these`() {
    #expect(
      FrozenFactTests.frozen.keys.sorted() == [
        "tracking.check-set", "tracking.days-imported", "tracking.habit-created",
        "tracking.habit-deleted", "tracking.habit-edited", "tracking.habit-joined",
        "tracking.history-imported", "tracking.import-undone", "tracking.vacation-cancelled",
        "tracking.vacation-set",
      ]
    )
  }

  @Test func `a payload means what it meant`() throws {
    let text = try #require(FrozenFactTests.frozen[HabitCreated.name]?.last)
    let fact = try HabitCreated.upcast(payload: Array(text.utf8), version: 1)
    #expect(fact.details.title == "本を読む")
    #expect(fact.details.target?.amount == Amount(1.5))
    #expect(fact.details.target?.direction == .atMost)
    #expect(fact.details.schedule == .weekdays([.monday, .wednesday, .sunday]))
    #expect(fact.details.reminders.last?.weekdays == [.monday, .wednesday, .sunday])
    #expect(fact.at == Instant(milliseconds: -1))
  }

  @Test func `fields of a newer version are passed over`() throws {
    let text = #"{"habit":"00000000000000000000000000000007","patch":{"title":"T","mood":"good"}}"#
    let fact = try HabitEdited.upcast(payload: Array(text.utf8), version: 1)
    #expect(fact.patch.title == "T")
  }

  @Test(arguments: [
    "", "{}", "[]", "null", #"{"habit":"7","day":"2026-03-12","entry":{"mark":"done","note":""}}"#,
    """
    {"habit":"00000000000000000000000000000007","day":"2026-02-30","entry":{"mark":"done","note":""}}
    """,
    """
    {"habit":"00000000000000000000000000000007","day":"2026-03-12","entry":{"mark":"maybe","note":""}}
    """,
  ])
  func `a payload that says something impossible is an error`(text: String) {
    #expect(throws: (any Error).self) {
      try CheckSet.upcast(payload: Array(text.utf8), version: 1)
    }
  }

  @Test func `a vacation of the same habits is the same bytes, whatever order they came in`() throws
  {
    let ids = (1...20).map { HabitID(rawValue: $0 &* 0x9E37_79B9_7F4A_7C15) }
    let day = Day(number: 20_000)
    func bytes(_ ids: some Sequence<HabitID>) throws -> [UInt8] {
      let id = EntityID(rawValue: 1)
      let vacation = Vacation(id: id, from: day, to: day, habits: Set(ids))
      return try JSON.encode(VacationSet(vacation: vacation))
    }
    #expect(try bytes(ids) == bytes(ids.reversed()))
  }
}

/// Checks are encoded by hand, and must have the same bytes as the coder's.
@Suite struct CheckPayloadTests {
  private static let notes = ["", "leg day", "a \"quote\" \\ and\n\u{1} more", "読んだ 📚"]

  @Test(arguments: Mark.allCases, notes)
  func `a check writes what the coder would write`(_ mark: Mark, _ note: String) throws {
    for value in [nil, Amount(thousandths: 0), Amount(thousandths: -1500)] {
      for at in [nil, Instant(milliseconds: 1_773_316_800_001), Instant(milliseconds: -1)] {
        for source in [nil, "loop", "a \"b\""] {
          let restores = note.isEmpty ? nil : RestoredEntry(stamp(1), isImported: source == nil)
          let check = CheckSet(
            habit: HabitID(rawValue: 0x0197_76F1_B8C8_0000_0000_0000_0000_ABCD),
            day: Day(number: 20_000),
            entry: Entry(mark: mark, value: value, note: note, at: at),
            source: source,
            restores: restores,
            evidence: Evidence(
              offset: value == nil ? nil : -570,
              isLate: at == nil,
              isClaimed: source == nil
            )
          )
          #expect(check.payload() == (try JSON.encode(check)))
        }
      }
    }
  }
}
