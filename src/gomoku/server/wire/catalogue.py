"""Labels and texts for every choice: rule sets, parameters, openings, levels, stones, refusals.

The page reads them from `GET /api/rules` and knows no rule by name. The choices come from `rules`; only the texts are
here. A rule set or opening without texts is shown with its name and its English description from `rules`.
"""

import inspect
from functools import cache
from typing import Any, Final

import msgspec

from gomoku.rules import OPENINGS, PRESETS, Rules
from gomoku.rules.variant import MAX_SIZE, MIN_SIZE, PARAMETERS, choices, word
from gomoku.server.wire.catalogue_messages import (
    Catalogue,
    ClockLimits,
    LevelChoice,
    OpeningChoice,
    Parameter,
    ParameterKind,
    ParameterValue,
    Preset,
    Words,
)
from gomoku.server.wire.refusal import Reason
from gomoku.server.wire.values import (
    MAX_AI_BOARD_SIZE,
    MAX_INCREMENT,
    MAX_PERIODS,
    MAX_TIME,
    MIN_TIME,
    SIMILAR_STONES,
    Stone,
)


def _w(en: str, fr: str) -> Words:
    return Words(en, fr)


_PRESETS: Final = {
    "42": (_w("Captures · 42", "Captures · 42"), _w("Five in a row wins, unless a capture breaks it. Five captured pairs win too. No double-threes.", "Cinq alignés gagnent, sauf si une prise les casse. Cinq paires prises gagnent aussi. Pas de double-trois.")),
    "freestyle": (_w("Freestyle", "Libre"), _w("Five or more in a row wins, nothing is forbidden", "Cinq ou plus alignés gagnent, rien n'est interdit")),
    "standard": (_w("Standard", "Standard"), _w("Exactly five wins; a longer row counts for nothing", "Exactement cinq gagnent ; une ligne plus longue ne compte pas")),
    "caro": (_w("Caro", "Caro"), _w("Exactly five, not shut in between two enemy stones", "Exactement cinq, non enfermés entre deux pierres adverses")),
    "caro6": (_w("Caro 6", "Caro 6"), _w("As caro, but six and more always win", "Comme le caro, mais six et plus gagnent toujours")),
    "renju": (_w("Renju", "Renju"), _w("Black may not make double-threes, double-fours or overlines", "Noir ne peut faire ni double-trois, ni double-quatre, ni ligne de six")),
    "omok": (_w("Omok", "Omok"), _w("Five or more wins; double-three is forbidden to both", "Cinq ou plus gagnent ; double-trois interdit aux deux")),
    "pente": (_w("Pente", "Pente"), _w("Pairs can be captured; five in a row or ten stones win at once", "Les paires se capturent ; cinq alignés ou dix pierres gagnent aussitôt")),
    "keryo": (_w("Keryo-Pente", "Keryo-Pente"), _w("Pairs and triples can be captured; fifteen stones win", "Paires et triplets se capturent ; quinze pierres gagnent")),
    "boat_pente": (_w("Boat-Pente", "Boat-Pente"), _w("Pente in which a five must survive one turn", "Pente où l'alignement doit survivre un tour")),
    "ninuki": (_w("Ninuki-Renju", "Ninuki-Renju"), _w("Exactly five that survives one turn, pairs, no double-three for Black", "Exactement cinq qui survit un tour, paires, pas de double-trois pour Noir")),
}  # fmt: skip

_PARAMETERS: Final = {
    "size": _w("Board size", "Taille du plateau"),
    "five_X": _w("Rows that win for Black", "Lignes gagnantes pour Noir"),
    "five_O": _w("Rows that win for White", "Lignes gagnantes pour Blanc"),
    "caro": _w("A five shut in on both sides does not win", "Cinq enfermés des deux côtés ne gagnent pas"),
    "capture_sizes": _w("What can be captured", "Ce qui se capture"),
    "capture_goal": _w("Captured stones that win", "Pierres capturées pour gagner"),
    "endgame_capture": _w("A five can still be broken for one turn", "Un alignement peut encore être cassé un tour"),
    "ban_double_three": _w("Double-three forbidden", "Double-trois interdit"),
    "three": _w("What a free three is", "Définition du trois libre"),
    "capture_lifts_ban": _w(
        "A capturing move may make a double-three", "Un coup qui capture peut faire un double-trois"
    ),
    "win_lifts_bans": _w("A winning move is never forbidden", "Un coup gagnant n'est jamais interdit"),
    "ban_double_four": _w("Double-four forbidden", "Double-quatre interdit"),
    "ban_overline": _w("Six in a row forbidden", "Ligne de six interdite"),
    "ban_self_capture": _w("Self-capture forbidden", "Auto-capture interdite"),
    "renju_foul": _w("A forbidden move", "Un coup interdit"),
}

_VALUES: Final = {
    "ge5": _w("five or more", "cinq ou plus"),
    "eq5": _w("exactly five", "exactement cinq"),
    "nobody": _w("to nobody", "à personne"),
    "X": _w("to Black", "à Noir"),
    "both": _w("to both", "aux deux"),
    "open4": _w("can become an open four", "peut devenir un quatre ouvert"),
    "flank": _w("both ends empty", "les deux bouts libres"),
    "recursive": _w("as in renju", "comme au renju"),
    "refuse": _w("is refused", "est refusé"),
    "loses": _w("loses the game", "perd la partie"),
    "true": _w("yes", "oui"),
    "false": _w("no", "non"),
}
_SIZES: Final = {
    "none": _w("nothing", "rien"),
    "2": _w("pairs", "les paires"),
    "2,3": _w("pairs and triples", "paires et triplets"),
}

_OPENINGS: Final = {
    "standard": (_w("Standard", "Standard"), _w("Black plays anywhere", "Noir joue où il veut")),
    "pro": (_w("Pro", "Pro"), _w("First stone in the centre, Black's second outside the central 5 × 5", "Première pierre au centre, la deuxième de Noir hors du carré central 5 × 5")),
    "long_pro": (_w("Long pro", "Long pro"), _w("First stone in the centre, Black's second outside the central 7 × 7", "Première pierre au centre, la deuxième de Noir hors du carré central 7 × 7")),
    "g_pente": (_w("G-Pente", "G-Pente"), _w("As pro, and not 4 or 5 away on the centre's lines either", "Comme pro, ni à 4 ou 5 sur les lignes du centre")),
    "swap": (_w("Swap", "Swap"), _w("One player places three stones, the other chooses a colour", "L'un pose trois pierres, l'autre choisit sa couleur")),
    "swap2": (_w("Swap2", "Swap2"), _w("As swap, but the second player may place two more stones and let the first choose", "Comme swap, mais le second peut poser deux pierres de plus et laisser choisir le premier")),
    "rif": (_w("RIF", "RIF"), _w("Three stones near the centre, a choice of colour, two fifth stones to pick from", "Trois pierres près du centre, choix de couleur, deux cinquièmes pierres au choix")),
    "soosorv8": (_w("Soosõrv-8", "Soosõrv-8"), _w("As RIF, and White says how many fifth stones are offered", "Comme RIF, et Blanc dit combien de cinquièmes pierres sont offertes")),
    "taraguchi10": (_w("Taraguchi-10", "Taraguchi-10"), _w("A chance to swap after each stone; one fifth stone, or ten to pick from", "Échange possible après chaque pierre ; une cinquième pierre, ou dix au choix")),
}  # fmt: skip

_LEVELS: Final = (
    _w("Sprout", "Pousse"),
    _w("Novice", "Novice"),
    _w("Learner", "Apprenti"),
    _w("Casual", "Amateur"),
    _w("Regular", "Habitué"),
    _w("Skilled", "Habile"),
    _w("Strong", "Fort"),
    _w("Expert", "Expert"),
    _w("Master", "Maître"),
    _w("Full strength", "Pleine puissance"),
)

_REASONS: Final = {
    Reason.OCCUPIED: _w("There is already a stone there.", "Il y a déjà une pierre ici."),
    Reason.OFF_BOARD: _w("That is off the board.", "C'est hors du plateau."),
    Reason.GAME_OVER: _w("The game is over.", "La partie est finie."),
    Reason.DOUBLE_THREE: _w("Double-three is not allowed here.", "Double-trois interdit ici."),
    Reason.DOUBLE_FOUR: _w("Double-four is not allowed here.", "Double-quatre interdit ici."),
    Reason.OVERLINE: _w("Six in a row is not allowed here.", "Ligne de six interdite ici."),
    Reason.SELF_CAPTURE: _w("Stepping between two enemy stones is not allowed here.", "Interdit d'entrer entre deux pierres adverses."),
    Reason.OPENING: _w("The opening does not allow that.", "L'ouverture ne le permet pas."),
    Reason.NOT_YOUR_TURN: _w("It is not your turn.", "Ce n'est pas à vous."),
    Reason.NOT_SEATED: _w("Only players can do that.", "Réservé aux joueurs."),
    Reason.NOT_OWNER: _w("Only the owner of the room can do that.", "Réservé au propriétaire de la salle."),
    Reason.STALE: _w("The board has just changed. Try again.", "Le plateau vient de changer. Réessayez."),
    Reason.PAUSED: _w("The game is paused.", "La partie est en pause."),
    Reason.NOT_PLAYING: _w("The game has not begun.", "La partie n'a pas commencé."),
    Reason.NOTHING_TO_UNDO: _w("There is no move to take back.", "Il n'y a aucun coup à reprendre."),
    Reason.NOTHING_TO_REDO: _w("There is no move to redo.", "Il n'y a aucun coup à rejouer."),
    Reason.NO_CHANGE: _w("Nothing to change.", "Rien à changer."),
    Reason.NO_OFFER: _w("That offer is no longer open.", "Cette demande n'est plus valable."),
    Reason.OFFER_PENDING: _w("One request at a time.", "Une demande à la fois."),
    Reason.TOO_SOON: _w("Wait a moment before you ask again.", "Attendez un peu avant de redemander."),
    Reason.ALIKE: _w("Those stones look too much alike.", "Ces pierres se ressemblent trop."),
    Reason.SEAT_TAKEN: _w("That seat is taken.", "Cette place est prise."),
    Reason.BAD_OPTIONS: _w("These options don't work together.", "Ces options ne vont pas ensemble."),
    Reason.NOT_HERE: _w("That is not possible here.", "Ce n'est pas possible ici."),
    Reason.BANNED: _w("The room's owner has sent you away.", "Le propriétaire de la salle vous a renvoyé."),
    Reason.MUTED: _w("The room's owner has silenced you.", "Le propriétaire de la salle vous a réduit au silence."),
    Reason.CHATTY: _w("Not so fast: wait a few seconds before you write again.", "Pas si vite : attendez quelques secondes avant d'écrire."),
    Reason.NOT_YOUR_MOVE: _w("Only the player who has just moved can ask to take it back.", "Seul le joueur qui vient de jouer peut demander à reprendre."),
    Reason.RATED: _w("Not during a rated game.", "Pas pendant une partie classée."),
    Reason.UNKEPT: _w("Rated games need a name with a passphrase. Set one on your page.", "Une partie classée demande un nom avec une phrase secrète. Choisissez-la sur votre page."),
    Reason.BLOCKED: _w("This person does not want to hear from you.", "Cette personne ne souhaite pas avoir affaire à vous."),
    Reason.SILENCED: _w("A moderator has muted you.", "Un modérateur vous a réduit au silence."),
    Reason.EXPELLED: _w("A moderator has banned you from playing here.", "Un modérateur vous a exclu du jeu."),
    Reason.NOT_MODERATOR: _w("Only moderators can do that.", "Réservé aux modérateurs."),
    Reason.UNKNOWN_PERSON: _w("Nobody here has that name.", "Personne ici ne porte ce nom."),
    Reason.TOURNAMENT: _w("The tournament does not allow that.", "Le tournoi ne le permet pas."),
    Reason.NAME_TAKEN: _w("That name is taken.", "Ce nom est déjà pris."),
    Reason.BAD_PASSPHRASE: _w("Wrong name or passphrase.", "Nom ou phrase secrète incorrects."),
    Reason.SLOW_GAMES: _w("You already play fifty slow games. Finish one of them first.", "Vous jouez déjà cinquante parties lentes. Terminez-en une d'abord."),
    Reason.OPEN_ROOMS: _w("You already have five rooms open. Leave one of them first.", "Vous avez déjà cinq salles ouvertes. Quittez-en une d'abord."),
    Reason.UNKNOWN_ROOM: _w("This game doesn't exist.", "Cette partie n'existe pas."),
    Reason.MALFORMED: _w("The server did not understand that.", "Le serveur n'a pas compris."),
    Reason.TOO_BIG: _w("That is too big.", "C'est trop gros."),
    Reason.TOO_FAST: _w("Too fast. Wait a moment.", "Trop vite. Attendez un instant."),
    Reason.TOO_MANY: _w("Too many at once.", "Trop à la fois."),
    Reason.BUSY: _w("The engine is busy. Try again.", "Le moteur est occupé. Réessayez."),
    Reason.STORAGE: _w("The game cannot be saved: the disk may be full. Nothing was changed.", "Impossible d'enregistrer : le disque est peut-être plein. Rien n'a changé."),
    Reason.UNREADABLE: _w("There is no game in it that we can read.", "Aucune partie lisible ici."),
    Reason.FOREIGN: _w("That request came from another site.", "Cette demande vient d'un autre site."),
    Reason.BAD_TOKEN: _w("This token is unknown or was revoked.", "Ce jeton est inconnu ou a été révoqué."),
}  # fmt: skip

_STEPS: Final = {
    "play": _w("Play a stone.", "Jouez une pierre."),
    "m1": _w("The first stone goes in the centre.", "La première pierre se pose au centre."),
    "m2": _w("The second stone goes anywhere.", "La deuxième pierre se pose où l'on veut."),
    "pro.m3": _w("The third stone goes outside the central 5\u00a0×\u00a05: so that moving first is worth less.", "La troisième pierre se pose hors du carré central de 5\u00a0×\u00a05 : commencer vaut ainsi moins."),
    "long_pro.m3": _w("The third stone goes outside the central 7\u00a0×\u00a07: so that moving first is worth less.", "La troisième pierre se pose hors du carré central de 7\u00a0×\u00a07 : commencer vaut ainsi moins."),
    "g_pente.m3": _w("The third stone goes outside the central 5\u00a0×\u00a05, and not 4 or 5 points from the centre on its row or column: so that moving first is worth less.", "La troisième pierre se pose hors du carré central de 5\u00a0×\u00a05, et pas à 4 ou 5 points du centre sur sa ligne ou sa colonne : commencer vaut ainsi moins."),
    "rif.m2": _w("A white stone next to the first. After three stones your opponent takes a colour: make it even.", "Une pierre blanche à côté de la première. Après trois pierres, votre adversaire choisit sa couleur : faites un début égal."),
    "rif.m3": _w("A black stone in the central 5\u00a0×\u00a05. Then your opponent takes a colour: make it even.", "Une pierre noire dans le carré central de 5\u00a0×\u00a05. Ensuite votre adversaire choisit sa couleur : faites un début égal."),
    "soosorv8.m2": _w("A white stone next to the first. After three stones your opponent takes a colour: make it even.", "Une pierre blanche à côté de la première. Après trois pierres, votre adversaire choisit sa couleur : faites un début égal."),
    "soosorv8.m3": _w("A black stone in the central 5\u00a0×\u00a05. Then your opponent takes a colour: make it even.", "Une pierre noire dans le carré central de 5\u00a0×\u00a05. Ensuite votre adversaire choisit sa couleur : faites un début égal."),
    "taraguchi10.m1": _w("The first stone goes in the centre. Then your opponent may swap colours.", "La première pierre se pose au centre. Ensuite votre adversaire peut changer de couleur."),
    "taraguchi10.m2": _w("The second stone goes next to the first. Then your opponent may swap colours: make it even.", "La deuxième pierre se pose à côté de la première. Ensuite votre adversaire peut changer de couleur : faites un début égal."),
    "taraguchi10.m3": _w("The third stone goes in the central 5\u00a0×\u00a05. Then your opponent may swap colours: make it even.", "La troisième pierre se pose dans le carré central de 5\u00a0×\u00a05. Ensuite votre adversaire peut changer de couleur : faites un début égal."),
    "taraguchi10.m4": _w("The fourth stone goes in the central 7\u00a0×\u00a07. Then Black swaps, plays on, or offers ten fifth stones.", "La quatrième pierre se pose dans le carré central de 7\u00a0×\u00a07. Ensuite Noir change de couleur, continue ou offre dix cinquièmes pierres."),
    "taraguchi10.m5": _w("The fifth stone goes in the central 9\u00a0×\u00a09. Then your opponent may swap colours once more.", "La cinquième pierre se pose dans le carré central de 9\u00a0×\u00a09. Ensuite votre adversaire peut changer de couleur une dernière fois."),
    "m3": _w("The third stone goes anywhere.", "La troisième pierre se pose où l'on veut."),
    "m4": _w("White's second stone goes anywhere. Then Black offers fifth stones, of which White picks one.", "La deuxième pierre de Blanc se pose où l'on veut. Ensuite Noir offre des cinquièmes pierres ; Blanc en choisit une."),
    "m4.number": _w("How many fifth stones must Black offer?", "Combien de cinquièmes pierres Noir doit-il offrir ?"),
    "m5": _w("The fifth stone.", "La cinquième pierre."),
    "m5.offer": _w("Offer cells for the fifth stone; White picks the one that suits Black least. No two may be alike by symmetry.", "Offrez des points pour la cinquième pierre ; Blanc choisit celui qui convient le moins à Noir. Deux points ne peuvent être symétriques."),
    "pick": _w("Pick the fifth stone that suits Black least.", "Choisissez la cinquième pierre qui convient le moins à Noir."),
    "s3": _w("Place three stones: black, white, black. Make it even: then your opponent takes the colour they like.", "Posez trois pierres : noire, blanche, noire. Faites un début égal : ensuite votre adversaire prend la couleur de son choix."),
    "s2": _w("Place two more stones: white, black. Make it even: then your opponent takes the colour they like.", "Posez encore deux pierres : blanche, noire. Faites un début égal : ensuite votre adversaire prend la couleur de son choix."),
    "c": _w("Which colour do you take? The next stone is White's.", "Quelle couleur prenez-vous ? La prochaine pierre est à Blanc."),
    "c1": _w("Take the colour that stands better, or place two more stones and let your opponent choose. The next stone is White's.", "Prenez la couleur la mieux placée, ou posez deux pierres de plus et laissez choisir votre adversaire. La prochaine pierre est à Blanc."),
    "c2": _w("Which colour do you take? The next stone is White's.", "Quelle couleur prenez-vous ? La prochaine pierre est à Blanc."),
    "soosorv8.c2": _w("Do you want to swap colours, before the fifth stones are offered?", "Voulez-vous changer de couleur, avant que les cinquièmes pierres soient offertes ?"),
    "c4": _w("Swap colours, continue, or offer ten fifth stones?", "Changer de couleur, continuer, ou offrir dix cinquièmes pierres ?"),
    "swap": _w("Do you want to swap colours? Take the side that stands better.", "Voulez-vous changer de couleur ? Prenez le côté le mieux placé."),
    # by kind of decision, for steps that have no text
    "stone": _w("Place a stone.", "Posez une pierre."),
    "choice": _w("Make a choice.", "Faites un choix."),
    "number": _w("Choose a number.", "Choisissez un nombre."),
    "offer": _w("Offer cells; your opponent will pick one.", "Offrez des points ; votre adversaire en choisira un."),
}  # fmt: skip

_ANSWERS: Final = {
    "black": _w("Take Black", "Prendre Noir"),
    "white": _w("Take White", "Prendre Blanc"),
    "two": _w("Two more stones", "Deux pierres de plus"),
    "swap": _w("Swap colours", "Changer de couleur"),
    "keep": _w("Keep my colour", "Garder ma couleur"),
    "ten": _w("Offer ten stones", "Offrir dix pierres"),
}


@cache
def catalogue() -> Catalogue:
    """The complete catalogue."""
    return Catalogue(
        presets=tuple(map(_preset, PRESETS)),
        parameters=tuple(map(_parameter, PARAMETERS)),
        openings=tuple(OpeningChoice(name, *_opening_words(name)) for name in OPENINGS),
        levels=tuple(LevelChoice(number, title) for number, title in enumerate(_LEVELS, 1)),
        clocks=ClockLimits(MIN_TIME, MAX_TIME, MAX_INCREMENT, MAX_PERIODS),
        largest_for_ai=MAX_AI_BOARD_SIZE,
        stones=tuple(Stone),
        too_alike=SIMILAR_STONES,
        reasons={str(reason): _REASONS[reason] for reason in Reason},
        steps=_STEPS,
        answers=_ANSWERS,
    )


def without_french(found: Catalogue) -> Any:
    """The catalogue as JSON-compatible values, with empty French texts."""
    return _without_french(msgspec.to_builtins(found))


def _without_french(value: Any) -> Any:
    match value:
        case {"en": _, "fr": _}:
            return value | {"fr": ""}
        case dict():
            return {key: _without_french(part) for key, part in value.items()}
        case list() | tuple():
            return [_without_french(part) for part in value]
        case _:
            return value


def _preset(name: str) -> Preset:
    rules = Rules.preset(name)
    values = {key: word(key, value) for key, value in rules.options().items()}
    sizes = (rules.width, *PRESETS[name].other_sizes)
    title, text = _PRESETS.get(name) or _plain_words(name, PRESETS[name].summary)
    return Preset(name, title, text, rules.width, sizes, values)


def _opening_words(name: str) -> tuple[Words, Words]:
    description = (inspect.getdoc(OPENINGS[name]) or "").partition("\n")[0]
    return _OPENINGS.get(name) or _plain_words(name, description)


def _plain_words(name: str, description: str) -> tuple[Words, Words]:
    """Title and text of a choice that has none here: the same in both languages."""
    title = name.replace("_", " ").title()
    text = description[:1].upper() + description[1:].removesuffix(".") or title
    return _w(title, title), _w(text, text)


def _parameter(name: str) -> Parameter:
    title = _PARAMETERS[name]
    if name == "size":
        return Parameter(name, ParameterKind.SIZE, title, least=MIN_SIZE, most=MAX_SIZE)
    if name == "capture_goal":
        none = ParameterValue("none", _w("no such win", "sans victoire par captures"))
        return Parameter(name, ParameterKind.NUMBER, title, (none,), least=1, most=1000)
    if name == "capture_sizes":
        return Parameter(name, ParameterKind.WORD, title, tuple(ParameterValue(v, t) for v, t in _SIZES.items()))
    values = tuple(ParameterValue(value, _VALUES[value]) for value in choices(name))
    is_flag = set(choices(name)) == {"true", "false"}
    return Parameter(name, ParameterKind.FLAG if is_flag else ParameterKind.WORD, title, values)
