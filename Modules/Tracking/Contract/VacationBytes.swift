import Core

/// The snapshot encoding of vacations, for the modules that store them.
extension Vacation {
  public func write(to writer: inout ByteWriter) {
    writer.write(id)
    writer.write(Int32(from.number))
    writer.write(Int32(to.number))
    writer.write(habits) { writer, habits in
      writer.write(count: habits.count)
      for habit in habits.sorted() { writer.write(habit) }
    }
  }

  public init(from reader: inout ByteReader) throws {
    self.init(
      id: try reader.read(),
      from: Day(number: Int(try reader.read(Int32.self))),
      to: Day(number: Int(try reader.read(Int32.self))),
      habits: try reader.readOptional { Set(try $0.readList { try $0.read(HabitID.self) }) }
    )
  }
}
