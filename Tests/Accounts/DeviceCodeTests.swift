import Core
import StoreTesting
import Testing

@testable import Accounts

@Suite struct DeviceCodeTests {
  @Test func `a device is signed in once its code was approved`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp()
      let code = try await bench.store.beginDeviceCode(for: browser, address: "a")
      #expect(code.expiresIn == 600)
      #expect(code.interval == 5)
      #expect(try await bench.store.redeem(code.deviceCode) == .pending)
      let typed = code.userCode.lowercased().replacing("-", with: "  ")
      let request = try await bench.store.deviceRequest(typed, for: ann.account.id)
      #expect(request.client == browser)
      try await bench.store.answerDevice(typed, approves: true, by: ann)
      bench.pass(seconds: 5)
      let answer = try await bench.store.redeem(code.deviceCode)
      guard case .signedIn(let signedIn) = answer else {
        Issue.record("\(answer)")
        return
      }
      #expect(signedIn.account == ann.account)
      #expect(signedIn.session.client == browser)
      _ = try await bench.store.authenticate(signedIn.token)
      // It is good once.
      #expect(await refusal { try await bench.store.redeem(code.deviceCode) } == .expiredCode)
      #expect(
        await refusal {
          try await bench.store.answerDevice(code.userCode, approves: true, by: ann)
        } == .expiredCode
      )
    }
  }

  @Test func `a device that was approved stays out once a session was revoked`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp()
      let stranger = try await bench.signIn("ann@example.org", good, browser)
      for isRevoked in [false, true] {
        let code = try await bench.store.beginDeviceCode(for: phone, address: "a")
        let other = try await bench.signIn("ann@example.org", good, browser)
        try await bench.store.answerDevice(code.userCode, approves: true, by: ann)
        // Whoever signs out of the browser in which they have approved it still lets it in.
        try await bench.store.endSession(
          isRevoked ? stranger.session.id : other.session.id,
          of: ann.account.id,
          isRevoked: isRevoked
        )
        let error = await refusal { try await bench.store.redeem(code.deviceCode) }
        #expect(error == (isRevoked ? .expiredCode : nil))
      }
    }
  }

  @Test func `a session that was revoked lets no device in, though its request came before`()
    async throws
  {
    try await withBench { bench in
      let ann = try await bench.signUp()
      let stranger = try await bench.signIn("ann@example.org", good, browser)
      let code = try await bench.store.beginDeviceCode(for: phone, address: "a")
      try await bench.store.endSession(stranger.session.id, of: ann.account.id, isRevoked: true)
      #expect(
        await refusal {
          try await bench.store.answerDevice(code.userCode, approves: true, by: stranger)
        } == .signedOut
      )
      #expect(try await bench.store.redeem(code.deviceCode) == .pending)
      try await bench.store.answerDevice(code.userCode, approves: true, by: ann)
    }
  }

  @Test func `a code that was denied, or is ten minutes old, is good no more`() async throws {
    try await withBench { bench in
      let owner = try await bench.signUp()
      let ann = owner.account.id
      let denied = try await bench.store.beginDeviceCode(for: phone, address: "a")
      try await bench.store.answerDevice(denied.userCode, approves: false, by: owner)
      #expect(
        await refusal {
          try await bench.store.answerDevice(denied.userCode, approves: true, by: owner)
        }
          == .expiredCode
      )
      #expect(await refusal { try await bench.store.redeem(denied.deviceCode) } == .deniedCode)
      #expect(await refusal { try await bench.store.redeem(denied.deviceCode) } == .expiredCode)
      let late = try await bench.store.beginDeviceCode(for: phone, address: "a")
      let approved = try await bench.store.beginDeviceCode(for: phone, address: "a")
      try await bench.store.answerDevice(approved.userCode, approves: true, by: owner)
      bench.pass(seconds: 600)
      for code in [late, approved] {
        #expect(await refusal { try await bench.store.redeem(code.deviceCode) } == .expiredCode)
        #expect(
          await refusal { try await bench.store.deviceRequest(code.userCode, for: ann) }
            == .expiredCode
        )
      }
      #expect(await refusal { try await bench.store.redeem("") } == .expiredCode)
      #expect(
        await refusal { try await bench.store.deviceRequest("WDJB-MJH", for: ann) } == .expiredCode
      )
    }
  }

  @Test func `a device that asks too soon has to wait longer from then on`() async throws {
    try await withBench { bench in
      let code = try await bench.store.beginDeviceCode(for: phone, address: "a").deviceCode
      #expect(try await bench.store.redeem(code) == .pending)
      bench.pass(seconds: 4)
      #expect(await refusal { try await bench.store.redeem(code) } == .slowDown(interval: 10))
      bench.pass(seconds: 9)
      #expect(await refusal { try await bench.store.redeem(code) } == .slowDown(interval: 15))
      bench.pass(seconds: 15)
      #expect(try await bench.store.redeem(code) == .pending)
    }
  }

  @Test func `a clock that is set back makes no device wait longer`() async throws {
    try await withBench { bench in
      let code = try await bench.store.beginDeviceCode(for: phone, address: "a").deviceCode
      #expect(try await bench.store.redeem(code) == .pending)
      bench.pass(seconds: -3600)
      #expect(try await bench.store.redeem(code) == .pending)
      bench.pass(seconds: 5)
      #expect(try await bench.store.redeem(code) == .pending)
    }
  }

  @Test func `codes that wait are bounded, in all and for one address`() async throws {
    try await withBench({ ($0.deviceCodes.most, $0.deviceCodes.mostOfAddress) = (4, 3) }) { bench in
      for _ in 0..<3 { _ = try await bench.store.beginDeviceCode(for: phone, address: "a") }
      #expect(
        await refusal { try await bench.store.beginDeviceCode(for: phone, address: "a") }
          == .tooManyCodes
      )
      _ = try await bench.store.beginDeviceCode(for: phone, address: "b")
      #expect(
        await refusal { try await bench.store.beginDeviceCode(for: phone, address: "c") }
          == .tooManyCodes
      )
      bench.pass(seconds: 600)
      for _ in 0..<3 { _ = try await bench.store.beginDeviceCode(for: phone, address: "a") }
    }
  }

  @Test func `nobody guesses the codes of devices`() async throws {
    try await withBench { bench in
      let owner = try await bench.signUp()
      let ann = owner.account.id
      for _ in 0..<10 {
        #expect(
          await refusal { try await bench.store.deviceRequest("BBBB-BBBB", for: ann) }
            == .expiredCode
        )
      }
      #expect(
        await refusal { try await bench.store.answerDevice("BBBB-BBBC", approves: true, by: owner) }
          == .tooManyAttempts(retryAfter: 60)
      )
      bench.pass(seconds: 600)
      // Whoever types the right ones can link as many devices as they like.
      for number in 0..<30 {
        let code = try await bench.store.beginDeviceCode(for: phone, address: "\(number)").userCode
        _ = try await bench.store.deviceRequest(code, for: ann)
        try await bench.store.answerDevice(code, approves: true, by: owner)
      }
    }
  }

  @Test func `a code has eight letters that form no words`() {
    var seen: Set<Character> = []
    for seed in 0..<200 {
      let code = UserCode(random: seeded(UInt64(seed)))
      #expect(code.text.count == 9)
      #expect(UserCode(code.text) == code)
      seen.formUnion(code.text)
    }
    #expect(seen == Set("BCDFGHJKLMNPQRSTVWXZ-"))
    #expect(UserCode("wdjbmjht")?.text == "WDJB-MJHT")
    for text in ["", "WDJB-MJHA", "WDJB-MJH", "WDJB-MJHTT", "WDJB_MJHT"] {
      #expect(UserCode(text) == nil)
    }
  }
}
