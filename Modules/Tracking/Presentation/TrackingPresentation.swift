import Commands
import Core
import Presentation

/// The command-line presentation of Tracking: habits, their days and their history.
public enum TrackingPresentation: CommandPresentation {
  public static let module = "tracking"

  public static let commands: [any TrellisCommand.Type] = [
    AddCommand.self, TodayCommand.self, CheckCommand.self, UncheckCommand.self, UndoCommand.self,
    SkipCommand.self, WeekCommand.self, HistoryCommand.self, CalendarCommand.self, DayCommand.self,
    ListCommand.self, EditCommand.self, DeleteCommand.self, JoinCommand.self,
    VacationCommand.self,
  ]

  public static let firstStep: String? = "trellis add \"Read 20 pages\""

  public static let phrases = TrackingPhrases.all + TrackingPhrases.web + TrackingSentences.phrases

  public static let sentences = TrackingSentences.all
}
