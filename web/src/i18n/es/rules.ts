// Spanish: the page about the rules.
import type { en } from "../en/rules";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	learnLead: "El objetivo es alinear cinco. Las capturas y las jugadas prohibidas le dan emoción.",
	learnAim: "Cinco en línea",
	learnAimText:
		"Dos jugadores colocan por turnos una piedra en cualquier casilla vacía. Gana el primero que consigue cinco seguidas, en horizontal, vertical o diagonal. Las piedras nunca se mueven.",
	learnCapture: "Capturas",
	learnCaptureText:
		"Dos piedras contiguas flanqueadas por dos piedras rivales se retiran del tablero. Una jugada puede capturar varios pares a la vez. Cinco pares ganan la partida.",
	learnCaptureBefore: "Negro juega en la cruz…",
	learnCaptureAfter: "… y captura el par.",
	learnStepIn: "Meterse no es peligroso",
	learnStepInText: "Puedes completar tú un par entre dos piedras rivales: se queda. Solo captura la jugada del rival.",
	learnGrace: "El turno de gracia",
	learnGraceText:
		"Un cinco que se puede romper aún no ha ganado. El rival tiene un turno: capturar una piedra de la línea, o ganar con un quinto par. Si la línea sigue en pie después, gana.",
	learnGraceBoard: "Las cruces rompen el cinco.",
	learnThree: "Doble tres",
	learnThreeText:
		"Un tres abierto puede convertirse en un cuatro abierto: cuatro piedras con los dos extremos libres, que nada detiene. Una jugada que forma dos treses abiertos a la vez está prohibida, salvo que capture o forme un cinco.",
	learnThreeBoard: "Negro no puede jugar en el anillo tachado.",
	learnVariants: "Otras reglas",
	learnVariantsText: "Se puede cambiar cada regla. Estos reglamentos están listos para jugar:",
	learnOpenings: "Aperturas",
	learnOpeningsText: "Quien empieza tiene ventaja. Las aperturas la compensan:",
	learnTry: "Jugar",
	learnHelp: "Mientras juegas",
	learnHelpText:
		"Deshaz cuantas veces quieras. Pide una pista: aparece una piedra con un anillo verde azulado, y tú decides. Los anillos tachados marcan las casillas donde no puedes jugar. La tecla ? muestra todos los atajos.",
};
