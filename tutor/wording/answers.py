"""What the page says to a learner's answer: verdicts, facts, hints."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

CORRECT = pgettext_lazy("verdict", "Correct.")
NOT_CORRECT = pgettext_lazy("verdict", "Not correct.")
BETTER_CARD = pgettext_lazy("verdict", "Allowed, but there is something better.")
NOT_ALLOWED = pgettext_lazy("verdict", "Not allowed.")
NOT_COMPLETE = pgettext_lazy("verdict", "Not complete yet.")
ANSWER_SHOWN = pgettext_lazy("verdict", "This is the answer.")
NOTHING_CHANGED = _("Nothing has changed.")

# Translators: %(cards)s is one card name or several, "A, B and C", in all sentences of this file.
MISSING = _("Missing: %(cards)s.")
EXTRA = _("Not part of the answer: %(cards)s.")
# Translators: %(n)s is a number of cards.
MISSING_NUMBER = _("Cards that are still missing: %(n)s.")
CHOOSE_FIRST = _("Choose an answer first.")
OLD_PAGE = _("This page was out of date. Here is how things stand now; nothing was counted twice.")

CHEAPER = _("The trick is yours, but a card worth less also wins it: %(card)s.")
CHEAPER_LOSS = _("The trick is your opponent's, but a card worth less loses it as well: %(card)s.")
OPPONENT_MAY_BEAT = _("Your opponent may answer with this card and win: %(card)s.")
NOTHING_BEATS = _("No card that your opponent may hold beats this one.")
TRUMPS_IN_HAND = _("Your trumps: %(cards)s.")
NO_TRUMPS_IN_HAND = _("You hold no trump.")

YOU_COULD_PLAY = _("In this line you may play: %(cards)s.")
OPPONENT_COULD_PLAY = _("In this line your opponent may play: %(cards)s.")
LINE_ALLOWED = _("This line follows the rules.")
# Translators: %(reason)s is a short name such as "did not follow suit".
OTHER_REASON = _("The line is right, but the reason is another one: %(reason)s.")
# Translators: %(n)s is the number of a line in a list; %(reason)s is a short name such as "did not follow suit".
WRONG_LINE = _("The mistake is in line %(n)s: %(reason)s.")

POINTS_STILL_TO_WIN = _("Points of the cards that nobody has won yet: %(n)s.")
MARRIAGES_APART = _("The points of marriages and of the last trick are not among them.")
# Translators: %(action)s is what a player does, such as "Close the stock".
FIRST_REFUSED = _("Not allowed when its turn comes: %(action)s.")
ALL_STAND = _("Each of these actions is allowed when its turn comes.")
WHICH_POINTS_COUNT_FOR_GAME = _("Start from the game points before this deal, and count in what the deal pays.")
YOU_WIN_GAME = _("You win the game.")
OPPONENT_WINS_GAME = _("Your opponent wins the game.")
NOBODY_WINS_GAME_YET = _("Nobody has won the game yet.")

YOU_WIN_IT = _("You win the trick.")
OPPONENT_WINS_IT = _("Your opponent wins the trick.")
YOU_LEAD_NEXT = _("You lead to the next trick.")
OPPONENT_LEADS_NEXT = _("Your opponent leads to the next trick.")
YOU_LEAD_FIRST = _("You lead to the first trick.")
OPPONENT_LEADS_FIRST = _("Your opponent leads to the first trick.")
NOT_THE_DEALER_LEADS = _("The player who did not deal leads to the first trick.")
YOU_DRAW_FIRST = _("You draw first.")
OPPONENT_DRAWS_FIRST = _("Your opponent draws first.")
WINNER_DRAWS_FIRST = _("The winner of the trick draws first, then the other player.")
YOU_DRAW_TURNED = _("You draw the face-up trump.")
OPPONENT_DRAWS_TURNED = _("Your opponent draws the face-up trump.")
LOSER_DRAWS_TURNED = _(
    "In the last draw the winner of the trick takes the last face-down card, and the other player the face-up trump."
)
YOU_DEAL_NEXT = _("You deal next.")
OPPONENT_DEALS_NEXT = _("Your opponent deals next.")
YOU_PLAY_NEXT = _("You play the next card.")
OPPONENT_PLAYS_NEXT = _("Your opponent plays the next card.")
TURN_IS_KEPT = _("An exchange does not use up a turn.")
TURNS_TO_DEAL = _("With these rules the players take turns to deal.")
WINNER_DEALS = _("With these rules the winner of a deal deals the next one.")
SAME_DEALS_AGAIN = _("After a tied deal the same player deals again.")

# Translators: %(rule)s is the label of a rule such as "follow suit".
HINT_RULE = _("The rule here: %(rule)s.")
HINT_LOOK = {
    "suit_led": _("Look at the suit led."),
    "trumps": _("Look at your trumps."),
    "two_suits": _("Compare the suits of the two cards."),
    "two_ranks": _("Compare the ranks of the two cards."),
    "ranks": _("Think of the order of the cards: the ten has a place of its own."),
    "values": _("Think of what each card is worth."),
    "answering_hand": _("Look at the hand of the player who answers."),
    "who_won": _("Think of who wins this trick."),
    "may_answer": _("Think of every card with which your opponent may answer."),
    "position": _("Look at trumps, stock, tricks and points."),
    "stock": _("Look at the cards left in the stock."),
    "turn": _("Look whose turn it is, and whether a card is on the table."),
    "hand": _("Look at your hand."),
    "marriage": _("Look for a king and a queen of one suit in your hand."),
    "points": _("Count your points."),
    "both_points": _("Count the points of both players."),
    "tricks": _("Look at how many tricks each player has won."),
    "loser": _("Look at the points and the tricks of the loser."),
    "closing": _("Think of what each player had at the closing."),
    "played": _("Think of the cards that have been played."),
    "shown": _("Think of the cards that your opponent has shown."),
    "dealer": _("Think of who dealt the cards."),
    "to_the_end": _("Think of every trick to the end."),
    "two_rules": _("Compare the two sets of rules."),
}
HINT_CHOOSE = _("Choose from: %(cards)s.")
HINT_ONLY_ONE = _("Only one card may be played here, so this hint is the answer.")
HINT_SUIT_IN_TRICK = _("Cards of the suit led in this trick: %(cards)s.")
HINT_TRUMPS_IN_TRICK = _("Trumps in this trick: %(cards)s.")
HINT_STRUCK = _("One wrong statement is marked now.")
# Translators: %(first)s and %(last)s are numbers of lines in a list.
HINT_LINES = _("The mistake is in one of these lines: %(first)s or %(last)s.")
HINT_ANSWER_CARDS = _("Answer: %(cards)s.")
HINT_ANSWER_STATEMENT = _("The right statement is marked now.")

STEPS_DONE = _("Steps done: %(n)s of %(total)s")
LEVELS = {
    "new": pgettext_lazy("level, lesson", "Not started"),
    "started": pgettext_lazy("level, lesson", "Started"),
    "done": pgettext_lazy("level, lesson", "Done"),
    "proficient": pgettext_lazy("level, lesson", "Proficient"),
    "mastered": pgettext_lazy("level, lesson", "Mastered"),
}
LEVEL_HELP = {
    "done": _("All steps are solved."),
    "proficient": _("Most questions right at the first try, with no hint beyond the first."),
    "mastered": _("Right in two reviews as well, with at least six days between them."),
}

WRONG_LINE_BEFORE = _("The mistake comes earlier: a line before this one breaks the rules.")
CHOOSE_LINE_AND_REASON = _("Choose a line and a reason.")

NOTE_MARKED = pgettext_lazy("part of a spoken card name", "marked by the hint")
NOTE_CANNOT = pgettext_lazy("part of a spoken card name", "cannot be played")
NOTE_MAY = pgettext_lazy("part of a spoken card name", "may be played")
NOTE_TRUE = pgettext_lazy("mark, statement", "true")
NOTE_NOT_TRUE = pgettext_lazy("mark, statement", "not true")
NOTE_UNSEEN = pgettext_lazy("mark, card", "unseen")

# Numbers
WRITE_A_NUMBER = _("Write a number in digits.")
TOO_HIGH = _("Your number is too high.")
TOO_LOW = _("Your number is too low.")
VALUES_24 = _("An ace is worth 11 points, a ten 10, a king 4, a queen 3, a jack 2, and a nine nothing.")
VALUES_20 = _("An ace is worth 11 points, a ten 10, a king 4, a queen 3 and a jack 2.")
PENDING_NOT_YET = _("Pending points do not count yet: they wait for a trick that you win.")
PENDING_THEIRS_NOT_YET = _("Pending points do not count yet: they wait for a trick that your opponent wins.")
WHICH_POINTS_COUNT = _("What counts are the cards of the tricks won, and marriages.")
STOCK_IS = _("After each trick two cards leave the stock, one for each player.")
HAND_DOES_NOT_COUNT = _("Cards in your hand do not count.")
LAST_TRICK_COUNTS = _("The last trick brings 10 points more, since every card of the pack has been played.")
LAST_TRICK_NOTHING = _("Here the last trick brings no extra points.")
# Translators: %(n)s is a number, in all messages up to the next comment.
ANSWER_NUMBER = _("Answer: %(n)s.")
POINTS_NOW = _("Your points that count: %(n)s.")
POINTS_THEIRS = _("Your opponent's points that count: %(n)s.")
NEED_POINTS = _("Points that are missing up to 66: %(n)s.")
PACK_POINTS = _("Each of the four suits holds 30 points, so the pack holds: %(n)s.")
SUM_POINTS = _("Points together: %(n)s.")
CARDS_IN_STOCK = _("Cards left in the stock, the face-up trump included: %(n)s.")
CARDS_EACH = _("Cards for each player: %(n)s.")
GAME_POINTS_NEEDED = _("Game points that are still needed: %(n)s.")
# Translators: %(cards)s is one card name or several.
TRUMPS_UNSEEN = _("Trumps that you have not seen yet: %(cards)s.")
NO_TRUMP_UNSEEN = _("You have seen every trump.")
# Translators: %(low)s and %(high)s are numbers.
HINT_BETWEEN = _("The number is not lower than %(low)s and not higher than %(high)s.")

# Orders
PLACES_FIRST = _("Choose a place for every card, each place once.")
IN_ORDER = _("From high to low: ace, ten, king, queen, jack, nine.")
IN_ORDER_20 = _("From high to low: ace, ten, king, queen, jack.")
# Translators: %(higher)s and %(lower)s are card names such as "queen of hearts".
ORDER_WRONG = _("These two stand the wrong way round. The higher card: %(higher)s. The lower card: %(lower)s.")
# Translators: %(card)s is a card name.
HINT_HIGHEST = _("The highest of these cards: %(card)s.")

# Actions
# Translators: %(action)s is what a player does, such as "Close the stock".
ALLOWED_HERE = _("There is something that you may do here: %(action)s.")
ANSWER_TEXT = _("Answer: %(answer)s.")
ONE_ANSWER = _("One of the answers: %(answer)s.")
# Translators: numbers of tricks, points and cards.
HINT_FACTS = _("Your tricks: %(tricks)s. Your points: %(points)s. Cards left in the stock: %(left)s.")
NEXT_DRAW_YOU = _("You have won the trick, so you draw first. Then your opponent draws, and you lead.")
NEXT_DRAW_OPPONENT = _("Your opponent has won the trick and draws first. Then you draw, and your opponent leads.")
NEXT_ANSWER_YOU = _("A card is on the table, and it is your turn to answer.")
NEXT_ANSWER_OPPONENT = _("You have led, and it is your opponent's turn to answer.")
NEXT_LEAD_YOU = _("Both hands are ready, and it is your turn to lead.")
NEXT_LEAD_OPPONENT = _("Both hands are ready, and it is your opponent's turn to lead.")
HAS_66 = _("You have 66 points or more, so the claim is correct.")
# Translators: %(n)s is a number of points.
NOT_66 = _("A claim is wrong here. Your points that count: %(n)s.")
BEST_HERE = _("Nothing is worth more here.")
BEST_ON_AVERAGE = _("On average over all deals that are possible here, nothing is worth more.")
WORSE_ON_AVERAGE = _("On average over all deals that are possible here, something else is worth more.")
CLOSING_WINS_ALWAYS = _("If you close and then play well, you win against every hand that your opponent may hold.")
# Translators: %(cards)s is a list of card names: "A, B and C".
CLOSING_FAILS_AGAINST = _("If you close, your opponent can stop you with this hand: %(cards)s.")
CLOSING_MAY_FAIL = _("There is a hand with which your opponent can stop you if you close.")
WHY_REASON = _("The reason is another one.")

# Ends of deals
CHOOSE_BOTH = _("Choose a winner and a number of game points.")
OTHER_WINNER = _("The choice of the winner is not right.")
OTHER_POINTS = _("The winner is right, but the number of game points is another one.")
YOU_WIN_DEAL = _("You win this deal.")
OPPONENT_WINS_DEAL = _("Your opponent wins this deal.")
NOBODY_WINS_DEAL = _("Nobody wins this deal.")

# Unseen cards
HINT_UNSEEN = _("Number of cards that you have not seen yet: %(n)s.")
UNSEEN_RIGHT = _("You have seen all the others: in your hand, on the table, in the tricks.")
SEEN_HAND = _("This card is in your hand: %(card)s.")
SEEN_TABLE = _("This card lies on the table: %(card)s.")
SEEN_GONE = _("This card has been played: %(card)s.")
SEEN_SHOWN = _("Your opponent has shown this card: %(card)s.")

# Two sets of rules
CHOOSE_EACH = _("Choose an answer for both sets of rules.")
# Translators: %(preset)s is the name of a ruleset; %(answer)s is an answer such as "Allowed".
DIFF_WRONG = _("Look again at these rules: %(preset)s.")
DIFF_RULES = _("With these rules: %(preset)s.")
# Translators: %(cards)s is one card name or several, "A, B or C".
DIFF_CARDS = _("You may play: %(cards)s.")
DIFF_SIDE = _("With these rules: %(preset)s. The answer: %(answer)s.")

# Playing to the end
LINE_DONE = _("You have lost nothing on the way.")
LINE_GOES_ON = _("So far nothing is lost. Go on.")

# Places of cards. Translators: %(card)s is a card name such as "queen of hearts".
PLACES = {
    "hand": SEEN_HAND,
    "table": SEEN_TABLE,
    "gone": SEEN_GONE,
    "opponent": _("This card must be in your opponent's hand: %(card)s."),
    "unseen": _("From what you have seen you cannot tell where this card is: %(card)s."),
}
CANNOT_HOLD = _("With this card your opponent would have had to play otherwise: %(card)s.")
RULE_SAYS_SO = _("The rule says so.")
RULE_SAYS_ELSE = _("The rule says something else.")


def costs(points: int) -> str:
    """Return what an action gives away, in game points."""
    return ngettext(
        "This costs you %(n)s game point in this deal.", "This costs you %(n)s game points in this deal.", points
    ) % {"n": points}
