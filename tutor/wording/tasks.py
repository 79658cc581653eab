"""What an exercise asks, by kind and question, and the words of its controls. Lessons may use words of their own."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from engine.actions import Act, Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.seats import Seat
from tutor.wording.sentences import Say, plain

PLAY_TASKS = {
    "win": _("Win the trick."),
    "win_cheaply": _("Win the trick with the card that is worth least."),
    "lose_cheaply": _("Let your opponent win this trick, and give away as few points as possible."),
    "legal": _("Play a card that you may play."),
    "sure": _("You lead. Play the card that wins whatever your opponent answers."),
    "best": _("Play the best card."),
}
LEGAL_TASK = _("Choose every card that you may play.")
WHO_TASKS = {
    "winner": _("Who wins this trick?"),
    "leads": _("Who leads to the next trick?"),
    "leads_first": _("Who leads to the first trick?"),
    "draws_first": _("Who draws first?"),
    "turned_card": _("Who draws the face-up trump?"),
    "deals_next": _("Who deals the next cards?"),
    "plays": _("Whose card comes next?"),
    "game": _("Has somebody won the game now?"),
}
COUNT_TASKS = {
    "trick": _("How many points is this trick worth?"),
    "cards": _("How many points are these cards worth together?"),
    "hand": _("How many points are the cards in your hand worth together?"),
    "taken": _("You have won these cards. How many points is that?"),
    "own": _("How many points do you have now?"),
    "opponent": _("How many points does your opponent have now?"),
    "after": _("How many of your points count then?"),
    "need": _("How many points do you still need to have 66?"),
    "pack": _("How many points are in the whole pack?"),
    "final": _("How many points do you have at the end?"),
    "stock": _("How many cards are left in the stock now, the face-up trump included?"),
    "left": _("How many points are the cards worth together that nobody has won yet?"),
    "hand_size": _("How many cards does each player get?"),
    "trumps_unseen": _("How many trumps have you not seen yet?"),
    "to_target": _("How many game points do you still need to win the game?"),
}
ORDER_TASK = _("Put these cards in order, the highest first.")
ACT_TASKS = {
    "may": _("What may you do now?"),
    "next": _("What happens next?"),
    "should": _("What is best now?"),
    "claim": _("Should you claim 66 now?"),
    "sure": _("Can you close the stock now and win the deal, whatever cards your opponent holds?"),
    "why": _("This is not allowed. Why?"),
}
SCORE_TASK = _("Who wins this deal, and how many game points is it worth?")
SPOT_TASK = _("One line breaks the rules. Choose the line and the reason.")
UNSEEN_TASK = _("Choose every card that you have not seen yet.")
PICK_TASK = _("Which sentence is true?")
LINE_TASK = _("Play on to the end. Your opponent defends as well as possible.")
DIFF_TASKS = {
    "legal": _("The same position with two sets of rules. Is this allowed?"),
    "score": _("The same deal with two sets of rules. How does it end?"),
    "cards": _("The same position with two sets of rules. Which cards may you play?"),
    "announce": _("The same position with two sets of rules. May you announce a marriage now?"),
    "exchange": _("The same position with two sets of rules. May you exchange the lowest trump now?"),
    "close": _("The same position with two sets of rules. May you close the stock now?"),
    "claim": _("The same position with two sets of rules. May you claim 66 now?"),
}

WHO_BUTTONS = {
    "winner": (pgettext_lazy("button, answer", "I win it"), pgettext_lazy("button, answer", "My opponent wins it")),
    "leads": (pgettext_lazy("button, answer", "I lead"), pgettext_lazy("button, answer", "My opponent leads")),
    "leads_first": (pgettext_lazy("button, answer", "I lead"), pgettext_lazy("button, answer", "My opponent leads")),
    "draws_first": (pgettext_lazy("button, answer", "I draw"), pgettext_lazy("button, answer", "My opponent draws")),
    "turned_card": (
        pgettext_lazy("button, answer", "I draw it"),
        pgettext_lazy("button, answer", "My opponent draws it"),
    ),
    "deals_next": (pgettext_lazy("button, answer", "I deal"), pgettext_lazy("button, answer", "My opponent deals")),
    "plays": (pgettext_lazy("button, answer", "I play"), pgettext_lazy("button, answer", "My opponent plays")),
    "game": (
        pgettext_lazy("button, answer", "I have won it"),
        pgettext_lazy("button, answer", "My opponent has won it"),
    ),
}
NOBODY_YET = pgettext_lazy("button, answer", "Nobody yet")

YOUR_TURN = _("It was your turn.")
OPPONENTS_TURN = _("It was your opponent's turn.")
YOUR_LEAD = _("It is your turn to lead.")
OPPONENTS_LEAD = _("It is your opponent's turn to lead.")
YOU_HAVE_WON = _("You have won the trick, and nobody has drawn yet.")
OPPONENT_HAS_WON = _("Your opponent has won the trick, and nobody has drawn yet.")
YOU_HAVE_WON_IT = _("You have won the trick.")
OPPONENT_HAS_WON_IT = _("Your opponent has won the trick.")
YOU_DEALT = _("You have dealt.")
OPPONENT_DEALT = _("Your opponent has dealt.")
YOU_WON_DEAL = _("You have won the deal.")
OPPONENT_WON_DEAL = _("Your opponent has won the deal.")
NOBODY_WON_DEAL = _("The deal is tied.")
# Translators: %(mine)s and %(theirs)s are game points; %(target)s is how many win the game.
SCORE_UP = _(
    "Game points before this deal. You: %(mine)s. Opponent: %(theirs)s. Whoever has %(target)s game points wins the game."
)
SCORE_DOWN = _(
    "Game points still to go before this deal. You: %(mine)s. Opponent: %(theirs)s. Whoever has none to go wins the game."
)
# Translators: %(suit)s is a suit name.
YOU_HAVE_ANNOUNCED = _("You have announced a marriage and not led yet. Suit: %(suit)s.")

NONE_OF_THESE = pgettext_lazy("button, answer", "None of these")
NO_CLAIM = pgettext_lazy("button, answer", "Do not claim")
NO_CLOSING = pgettext_lazy("button, answer", "Do not close")
YES_ALLOWED = pgettext_lazy("answer", "Allowed")
NOT_ALLOWED = pgettext_lazy("answer", "Not allowed")
NUMBER = pgettext_lazy("label, answer", "Your number")
LINE_LABEL = pgettext_lazy("label, mistake", "Line")
REASON_LABEL = pgettext_lazy("label, mistake", "Reason")
CHOOSE_REASON = pgettext_lazy("select", "Choose a reason")
WINNER_LABEL = pgettext_lazy("label, deal", "Winner of the deal")
POINTS_LABEL = pgettext_lazy("label, game", "Game points")
CHOOSE_PLACE = pgettext_lazy("select, place in an order", "Choose a place")
CHOOSE_WINNER = pgettext_lazy("select", "Choose a player")
CHOOSE_POINTS = pgettext_lazy("select", "Choose a number")
WINNERS = {
    "A": pgettext_lazy("winner of a deal", "You"),
    "B": pgettext_lazy("winner of a deal", "Your opponent"),
    "none": pgettext_lazy("winner of a deal", "Nobody: the deal is tied"),
}

# Translators: %(card)s is a card name such as "queen of hearts".
PLAY_BUTTON = pgettext_lazy("button, answer", "Play: %(card)s")
OPPONENT_PLAYS_BUTTON = pgettext_lazy("button, answer", "My opponent plays: %(card)s")
# Translators: %(suit)s is a suit name.
ANNOUNCE_20 = pgettext_lazy("button, answer", "Announce 20: %(suit)s")
ANNOUNCE_40 = pgettext_lazy("button, answer", "Announce 40: %(suit)s")
ANNOUNCE = pgettext_lazy("button, answer", "Announce a marriage: %(suit)s")
EXCHANGE_BUTTON = pgettext_lazy("button, answer", "Exchange the lowest trump")
# Translators: %(card)s is a card name such as "queen of hearts".
EXCHANGE_OTHER = pgettext_lazy("button, answer", "Exchange this card: %(card)s")
SIMPLE_BUTTONS = {
    (Act.EXCHANGE, Seat.A): EXCHANGE_BUTTON,
    (Act.EXCHANGE, Seat.B): pgettext_lazy("button, answer", "My opponent exchanges the lowest trump"),
    (Act.CLOSE, Seat.A): pgettext_lazy("button, answer", "Close the stock"),
    (Act.CLOSE, Seat.B): pgettext_lazy("button, answer", "My opponent closes the stock"),
    (Act.CLAIM, Seat.A): pgettext_lazy("button, answer", "Claim 66"),
    (Act.CLAIM, Seat.B): pgettext_lazy("button, answer", "My opponent claims 66"),
    (Act.DRAW, Seat.A): pgettext_lazy("button, answer", "I draw first, then my opponent"),
    (Act.DRAW, Seat.B): pgettext_lazy("button, answer", "My opponent draws first, then I"),
}


def action_words(action: Action, trump: object = None) -> str:
    """Return an action as the words of a button: the player is the learner, or the opponent named as such."""
    match action:
        case Play(by, card):
            return plain(PLAY_BUTTON if by is Seat.A else OPPONENT_PLAYS_BUTTON, {"card": card})
        case Announce(_, suit):
            message = ANNOUNCE if trump is None else ANNOUNCE_40 if suit is trump else ANNOUNCE_20
            return plain(message, {"suit": suit})
        case Exchange(_, card) if card is not None:
            return plain(EXCHANGE_OTHER, {"card": card})
        case Exchange(by):
            return str(SIMPLE_BUTTONS[Act.EXCHANGE, by])
        case Close(by):
            return str(SIMPLE_BUTTONS[Act.CLOSE, by])
        case Claim(by):
            return str(SIMPLE_BUTTONS[Act.CLAIM, by])
        case Draw(by):
            return str(SIMPLE_BUTTONS[Act.DRAW, by])


# Translators: %(action)s is what a player does, such as "Close the stock".
THE_ACTION = _("The question is about this: %(action)s.")


def about(action: Action, trump: object = None) -> Say:
    """Return the sentence that names the action of a question."""
    return Say(THE_ACTION, {"action": action_words(action, trump)})


def game_points(number: int) -> str:
    """Return a number of game points as a choice."""
    return ngettext("%(n)s game point", "%(n)s game points", number) % {"n": number}


def outcome_choice(winner: Seat | None, points: int) -> str:
    """Return the end of a deal as a choice."""
    if winner is None:
        return pgettext("answer", "Nobody scores")
    if winner is Seat.A:
        return ngettext("You score %(n)s game point", "You score %(n)s game points", points) % {"n": points}
    return ngettext("Your opponent scores %(n)s game point", "Your opponent scores %(n)s game points", points) % {
        "n": points
    }
