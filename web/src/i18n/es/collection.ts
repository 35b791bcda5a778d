// Spanish: the visitor's collection of games.
import type { en } from "../en/collection";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	title: "Colección",
	about: "Partidas de archivos: SGF, PSQ, REC, POS, RenLib o un ZIP con ellos, de hasta 5 MB cada uno. Son solo tuyas.",
	import: "Importar archivos",
	progress: "Progreso de la importación",
	became: (added, known, failed) => `${added} añadidas, ${known} ya conocidas, ${failed} ilegibles.`,
	failures: (failed) => `Partidas ilegibles: ${failed}`,
	saveFailures: "Guardarlas para corregirlas",
	since: "Desde",
	until: "Hasta",
	rules: "Reglas",
	opening: "Apertura",
	position: "Posición (enlace)",
	result: "Resultado",
	any: "Todos",
	export: "Exportar",
	deleteTitle: (games) => `¿Borrar estas partidas (${games})?`,
	empty: "Tu colección está vacía. Importa un archivo para buscar, estudiar y exportar sus partidas.",
};
