import TrackingContract
import TrellisSDK

/// The topics that the broker should have: a switch for each habit, by Home Assistant's discovery.
struct Board: Sendable, Equatable {
  /// Payloads by topic, all of which the broker retains.
  let topics: [String: [UInt8]]

  /// - Parameters:
  ///   - days: the habits, with today only.
  ///   - product: its title, which names the device in Home Assistant.
  init(_ days: [HabitDays], _ address: Topics, product: String) throws {
    var topics: [String: [UInt8]] = [address.status: Array("online".utf8)]
    for habit in days {
      guard let today = habit.days.last else { continue }
      let id = habit.habit.id
      topics[address.discovery(of: id)] = try JSON.encode(
        Discovery(habit.habit, address, product: product)
      )
      topics[address.state(of: id)] = Array((today.status == .done ? "ON" : "OFF").utf8)
      topics[address.attributes(of: id)] = try JSON.encode(Attributes(today))
    }
    self.topics = topics
  }

  /// What to publish to update the broker's topics; empty payloads for removed ones.
  func changes(since known: [String: [UInt8]]) -> [(topic: String, payload: [UInt8])] {
    let gone = known.keys.filter { topics[$0] == nil && known[$0]?.isEmpty == false }
    let new = topics.filter { known[$0.key] != $0.value }
    return gone.sorted().map { ($0, []) }
      + new.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The discovery message of a switch, by Home Assistant's page “MQTT Switch”.
  private struct Discovery: Encodable {
    let habit: Habit
    let address: Topics
    let product: String

    init(_ habit: Habit, _ address: Topics, product: String) {
      self.habit = habit
      self.address = address
      self.product = product
    }

    private enum CodingKeys: String, CodingKey {
      case name, icon, device
      case availability = "availability_topic"
      case state = "state_topic"
      case command = "command_topic"
      case attributes = "json_attributes_topic"
      case id = "unique_id"
      case object = "object_id"
    }

    private struct Device: Encodable {
      let identifiers: [String]
      let name: String
      let manufacturer = "Trellis"
    }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: CodingKeys.self)
      let id = "\(address.name)_\(habit.id)"
      try members.encode(habit.details.title, forKey: .name)
      try members.encode("mdi:check-circle-outline", forKey: .icon)
      try members.encode(address.status, forKey: .availability)
      try members.encode(address.state(of: habit.id), forKey: .state)
      try members.encode(address.command(of: habit.id), forKey: .command)
      try members.encode(address.attributes(of: habit.id), forKey: .attributes)
      try members.encode(id, forKey: .id)
      try members.encode(id, forKey: .object)
      try members.encode(Device(identifiers: [address.name], name: product), forKey: .device)
    }
  }

  private struct Attributes: Encodable {
    let day: Day
    let status: DayStatus
    /// Whether something is due today.
    let due: Bool
    let value: Double?
    let target: Double?
    let unit: String?

    init(_ state: DayState) {
      day = state.day
      status = state.status
      due = state.isDue
      value = state.entry?.value?.value
      target = state.target?.amount.value
      unit = state.target?.unit
    }
  }
}

/// The topics of one Trellis at a broker.
struct Topics: Sendable, Equatable {
  /// See ``Broker/name``.
  let name: String

  /// The availability: `online` or `offline`.
  var status: String { "trellis/\(name)/status" }

  func state(of habit: HabitID) -> String { "trellis/\(name)/\(habit)/state" }
  func attributes(of habit: HabitID) -> String { "trellis/\(name)/\(habit)/attributes" }
  func command(of habit: HabitID) -> String { "trellis/\(name)/\(habit)/set" }
  func discovery(of habit: HabitID) -> String { "homeassistant/switch/\(name)/\(habit)/config" }

  /// Its subscriptions: commands, and what it announced in earlier runs.
  var subscriptions: [String] {
    [
      status, "trellis/\(name)/+/set", "trellis/\(name)/+/state", "trellis/\(name)/+/attributes",
      "homeassistant/switch/\(name)/+/config",
    ]
  }

  /// The habit of a command; nil for other topics.
  func ordered(_ topic: String) -> HabitID? {
    let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "trellis", parts[1] == name, parts[3] == "set" else {
      return nil
    }
    return HabitID(String(parts[2]))
  }
}
