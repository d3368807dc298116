import Core
import Journals
import PostgreSQL

/// A space as it will be once a transaction has ended, and what has to be written for that.
struct SpaceDraft {
  let space: SpaceID
  private let isNew: Bool
  private let firstHead: Int
  private(set) var head: Int
  private var chain: Digest
  /// The last row that changed what earlier ones mean; a snapshot made before it is not valid.
  private var lastChange: Int
  private var state: [UInt8]?
  /// Facts that are in the space, of those that matter.
  private var known: Set<FactID>
  /// Timestamps with which facts of the space count, of those that matter.
  private var taken: Set<HybridTimestamp> = []
  /// Entities that are erased, of those that matter.
  private var erased: Set<EntityID>
  /// The recorded attempts at commands that matter.
  private var attempts: [[UInt8]: [UInt8]] = [:]
  private var changes: [BoundStatement] = []
  private(set) var isChanged = false

  /// - Parameters:
  ///   - locked: the answer to ``AppendStatements/lock``.
  ///   - found: the answer to ``AppendStatements/look``.
  init(_ space: SpaceID, locked: Rows, found: Rows) throws(PostgreSQLError) {
    self.space = space
    isNew = locked.isEmpty
    head = isNew ? 0 : try locked.int(0, 0)
    firstHead = head
    lastChange = isNew ? 0 : try locked.int(0, 2)
    chain = .start
    if head > 0 {
      // Nothing is appended after rows that were cut off or replaced: it would hide the damage. No
      // journal has the greatest possible number of rows.
      guard head < .max, let kept = locked.withBytes(0, 1, { Digest($0) }),
        found.withBytes(0, 0, { Digest($0) }) == kept
      else { throw .damaged("row \(head), the last of space \(space), is not there") }
      chain = kept
    }
    state = found.isNull(0, 1) ? nil : found.bytes(0, 1)
    known = Set(try found.uuids(0, 2).map { FactID(rawValue: $0) })
    erased = Set(try found.uuids(0, 3).map { EntityID(rawValue: $0) })
  }

  /// Notes an attempt at a command that is already recorded.
  mutating func know(_ attempt: [UInt8], at command: [UInt8]) { attempts[command] = attempt }

  /// Notes timestamps with which facts of the space count.
  mutating func know(taken: Set<HybridTimestamp>) { self.taken.formUnion(taken) }

  /// Whether the space got new rows.
  var hasMoved: Bool { head != firstHead }

  /// The statements that bring the space to this state, in order.
  var writes: [BoundStatement] {
    let statement = isNew ? AppendStatements.newSpace : AppendStatements.moveHead
    guard isNew || hasMoved else { return changes }
    let place = statement.with {
      $0.add(space.rawValue)
      $0.add(head)
      $0.add(chain.bytes)
      $0.add(lastChange)
    }
    return [place] + changes
  }

  /// Adds a request that expects this state; a conflict changes nothing.
  mutating func append(_ request: AppendRequest) -> AppendResult {
    let replaced = request.sync.first?.replaces
    guard head == request.after, replaced == nil || replaced == state else {
      return .conflict(head: head)
    }
    if request.isEmpty { return .appended(head: head) }
    let counted = request.expectsNew ? request.counted : []
    guard counted.isDisjoint(with: taken),
      !request.expectsNew || !request.facts.contains(where: { known.contains($0.id) })
    else { return .conflict(head: head) }
    taken.formUnion(counted)
    let superseded = request.tickets.filter { ticket in
      attempts[ticket.name].map { $0 != ticket.attempt } ?? false
    }
    guard superseded.isEmpty else { return .superseded(commands: superseded.map(\.name)) }
    isChanged = true
    for ticket in request.tickets { record(ticket) }
    let made = state == nil ? [:] : request.made()
    for fact in request.facts where add(fact) {
      if let time = made[fact.id] { changes.append(SyncStatements.note(time, of: fact.id, space)) }
    }
    for change in request.sync {
      changes += SyncStatements.queries(for: change, space)
      state = change.state
    }
    for alarm in request.alarms { change(alarm) }
    return .appended(head: head)
  }

  private mutating func record(_ ticket: CommandTicket) {
    guard attempts.updateValue(ticket.attempt, forKey: ticket.name) == nil else { return }
    changes.append(
      AppendStatements.recordAttempt.with {
        $0.add(space.rawValue)
        $0.add(ticket.name)
        $0.add(ticket.attempt)
      }
    )
  }

  /// Returns whether the fact was new.
  private mutating func add(_ fact: FactRecord) -> Bool {
    guard known.insert(fact.id).inserted else { return false }
    let fact = fact.hashed()
    chain = Chain.next(after: chain, space: space, fact: fact)
    head += 1
    changes.append(row(of: fact))
    if let amended = fact.amended, known.contains(amended) { dropSnapshots() }
    guard let entity = fact.entity else { return true }
    if fact.erases {
      markErased(entity)
      changes.append(
        AppendStatements.blank.with {
          $0.add(space.rawValue)
          $0.add(entity.rawValue)
        }
      )
      dropSnapshots()
    } else if fact.payload == nil {
      // Erased before it arrived.
      markErased(entity)
    }
    return true
  }

  private func row(of fact: FactRecord) -> BoundStatement {
    let isBlank = !fact.erases && fact.entity.map(erased.contains) ?? false
    return AppendStatements.fact.with {
      $0.add(space.rawValue)
      $0.add(head)
      $0.add(fact.id.rawValue)
      $0.add(fact.stamp.clock.rawValue)
      $0.add(fact.stamp.device.rawValue)
      $0.add(fact.kind)
      $0.add(fact.version)
      $0.add(fact.entity?.rawValue)
      $0.add(isBlank ? nil : fact.payload)
      $0.add(fact.payloadHash.bytes)
      $0.add(chain.bytes)
      $0.add(fact.erases)
      $0.add(fact.kind == Amendment.kind)
    }
  }

  private mutating func markErased(_ entity: EntityID) {
    guard erased.insert(entity).inserted else { return }
    changes.append(
      AppendStatements.markErased.with {
        $0.add(space.rawValue)
        $0.add(entity.rawValue)
      }
    )
  }

  private mutating func dropSnapshots() {
    lastChange = head
    changes.append(AppendStatements.dropSnapshots.with { $0.add(space.rawValue) })
  }

  private mutating func change(_ alarm: AlarmChange) {
    let statement = alarm.at == nil ? AppendStatements.dropAlarm : AppendStatements.setAlarm
    changes.append(
      statement.with {
        $0.add(space.rawValue)
        $0.add(alarm.module)
        $0.add(alarm.key.rawValue)
        $0.add((alarm.at ?? alarm.ended)?.milliseconds)
      }
    )
  }
}
