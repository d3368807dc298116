import Core
import Friends
import Testing

@Suite struct InvitationTests {
  @Test func `a code makes friends of both sides, once`() async throws {
    try await withBench { bench in
      try await bench.name(ann, bob, cleo)
      let new = try await bench.store.invite(by: ann)
      #expect(try await bench.store.friends(of: ann).isEmpty)
      let friend = try await bench.store.accept(new.code.lowercased(), by: bob)
      #expect(friend.person.name == "Ann")
      #expect(try await bench.store.friends(of: ann).map(\.person.name) == ["Bob"])
      #expect(try await bench.store.friends(of: bob).map(\.person.name) == ["Ann"])
      #expect(await refusal { try await bench.store.accept(new.code, by: cleo) } == .badInvitation)
      #expect(try await bench.store.invitations(of: ann).map(\.state) == [.used])
    }
  }

  @Test func `who sends their code once more is told the same as before`() async throws {
    try await withBench { bench in
      try await bench.name(ann, bob)
      let code = try await bench.store.invite(by: ann).code
      let friend = try await bench.store.accept(code, by: bob)
      try await bench.store.deliver()
      bench.pass(seconds: 8 * 86_400)
      #expect(try await bench.store.accept(code, by: bob) == friend)
      try await bench.store.deliver()
      #expect(try await bench.store.notices(of: ann).count == 1)
      // Who has parted needs another code.
      try await bench.store.remove(friend.person.id, by: bob)
      #expect(await refusal { try await bench.store.accept(code, by: bob) } == .badInvitation)
    }
  }

  @Test func `a code of seven days ago, one that was revoked and one that is none look the same`()
    async throws
  {
    try await withBench { bench in
      try await bench.name(ann, bob)
      let old = try await bench.store.invite(by: ann)
      bench.pass(seconds: 7 * 86_400 - 1)
      let revoked = try await bench.store.invite(by: ann)
      #expect(try await !bench.store.revokeInvitation(revoked.invitation.id, by: bob))
      #expect(try await bench.store.revokeInvitation(revoked.invitation.id, by: ann))
      #expect(try await !bench.store.revokeInvitation(revoked.invitation.id, by: ann))
      bench.pass(seconds: 1)
      for code in [old.code, revoked.code, "K3T9A", "", String(repeating: "A", count: 26)] {
        #expect(await refusal { try await bench.store.accept(code, by: bob) } == .badInvitation)
      }
      let states = try await bench.store.invitations(of: ann).map(\.state)
      #expect(states == [.revoked, .expired])
    }
  }

  @Test func `what cannot make friends leaves the code as good as it was`() async throws {
    try await withBench({ $0.friends = 1 }) { bench in
      try await bench.name(ann, bob)
      let code = try await bench.store.invite(by: ann).code
      #expect(await refusal { try await bench.store.accept(code, by: cleo) } == .nameNeeded)
      #expect(await refusal { try await bench.store.invite(by: cleo) } == .nameNeeded)
      try await bench.name(cleo)
      #expect(await refusal { try await bench.store.accept(code, by: ann) } == .ownInvitation)
      try await bench.befriend(bob, cleo)
      #expect(await refusal { try await bench.store.accept(code, by: bob) } == .tooManyFriends(1))
      try await bench.store.remove(try await bench.id(cleo), by: bob)
      _ = try await bench.store.accept(code, by: bob)
      let other = try await bench.store.invite(by: ann).code
      #expect(await refusal { try await bench.store.accept(other, by: bob) } == .alreadyFriends)
      #expect(await refusal { try await bench.store.accept(other, by: cleo) } == .inviterIsFull)
    }
  }

  @Test func `a name given with a code holds if it makes friends, and not otherwise`()
    async throws
  {
    try await withBench { bench in
      try await bench.name(ann, bob)
      let code = try await bench.store.invite(by: ann).code
      let own = try await bench.store.invite(by: bob).code
      for wrong in ["K3T9A", own] {
        #expect(await refusal { try await bench.store.accept(wrong, as: "Robert", by: bob) } != nil)
      }
      #expect(await refusal { try await bench.store.accept(code, as: "", by: bob) } != nil)
      #expect(try await bench.store.person(of: bob)?.name == "Bob")
      // Whoever had no name still has none.
      let unknown = String(repeating: "A", count: 26)
      let refused = await refusal { try await bench.store.accept(unknown, as: "Cleo", by: cleo) }
      #expect(refused == .badInvitation)
      #expect(try await bench.store.person(of: cleo) == nil)
      _ = try await bench.store.accept(code, as: "Robert", by: bob)
      #expect(try await bench.store.friends(of: ann).map(\.person.name) == ["Robert"])
      _ = try await bench.store.accept(own, as: "Cleo", by: cleo)
      #expect(try await bench.store.person(of: cleo)?.name == "Cleo")
    }
  }

  @Test func `open invitations and those of a day are bounded`() async throws {
    try await withBench({
      $0.openInvitations = 2
      $0.invitationsADay = 3
    }) { bench in
      try await bench.name(ann)
      let first = try await bench.store.invite(by: ann)
      _ = try await bench.store.invite(by: ann)
      #expect(await refusal { try await bench.store.invite(by: ann) } == .tooManyInvitations(2))
      _ = try await bench.store.revokeInvitation(first.invitation.id, by: ann)
      let third = try await bench.store.invite(by: ann)
      try await bench.store.revokeInvitation(third.invitation.id, by: ann)
      #expect(await refusal { try await bench.store.invite(by: ann) } == .tooManyInvitations(3))
      bench.pass(seconds: 86_400)
      _ = try await bench.store.invite(by: ann)
    }
  }

  @Test func `names are one visible line of forty characters at most`() async throws {
    try await withBench { bench in
      for name in ["", "  ", "\u{200B}", String(repeating: "a", count: 41)] {
        #expect(await refusal { try await bench.store.setName(name, of: ann) } == .badName)
      }
      let person = try await bench.store.setName("A\u{1B}[31mn\u{202E}n\n", of: ann)
      #expect(person.name == "A[31mnn")
      let renamed = try await bench.store.setName("Anne", of: ann)
      #expect(renamed.id == person.id)
      #expect(renamed.id.rawValue != ann.rawValue)
    }
  }

  @Test func `a former friend can be blocked, and is not seen under a new name by that`()
    async throws
  {
    try await withBench { bench in
      try await bench.name(ann, bob)
      try await bench.befriend(ann, bob)
      let annID = try await bench.id(ann)
      try await bench.store.remove(try await bench.id(bob), by: ann)
      try await bench.store.setName("Philippa", of: ann)
      try await bench.store.block(annID, by: bob)
      #expect(try await bench.store.blocked(by: bob).map(\.person.name) == ["Somebody"])
      let code = try await bench.store.invite(by: bob).code
      #expect(await refusal { try await bench.store.accept(code, by: ann) } == .badInvitation)
    }
  }

  @Test func `unblocked, two can be friends again; blocked, they cannot, and are not told`()
    async throws
  {
    try await withBench { bench in
      try await bench.name(ann, bob)
      try await bench.befriend(ann, bob)
      let bobID = try await bench.id(bob)
      try await bench.store.block(bobID, by: ann)
      for account in [ann, bob] { #expect(try await bench.store.friends(of: account).isEmpty) }
      #expect(try await bench.store.blocked(by: ann).map(\.person.name) == ["Bob"])
      #expect(try await bench.store.blocked(by: bob).isEmpty)
      let ofAnn = try await bench.store.invite(by: ann).code
      let ofBob = try await bench.store.invite(by: bob).code
      #expect(await refusal { try await bench.store.accept(ofAnn, by: bob) } == .badInvitation)
      #expect(await refusal { try await bench.store.accept(ofBob, by: ann) } == .blockedByYou)
      try await bench.store.unblock(bobID, by: ann)
      #expect(
        await refusal { try await bench.store.unblock(bobID, by: ann) } == .unknownPerson
      )
      _ = try await bench.store.accept(ofAnn, by: bob)
      #expect(try await bench.store.friends(of: ann).count == 1)
    }
  }
}
