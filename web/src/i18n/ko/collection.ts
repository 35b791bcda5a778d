// Korean: the visitor's collection of games.
import type { en } from "../en/collection";
import type { Translation } from "../translation";

export const ko: Translation<typeof en> = {
	title: "모음집",
	about: "파일의 대국: SGF, PSQ, REC, POS, RenLib 또는 그 ZIP, 파일당 5 MB까지. 나만 볼 수 있습니다.",
	import: "파일 가져오기",
	progress: "가져오기 진행",
	became: (added, known, failed) => `추가 ${added}, 이미 있음 ${known}, 읽을 수 없음 ${failed}.`,
	failures: (failed) => `대국 ${failed}개를 읽을 수 없었습니다`,
	saveFailures: "고칠 수 있게 저장",
	since: "시작일",
	until: "종료일",
	rules: "규칙",
	opening: "오프닝",
	position: "국면 (링크)",
	result: "결과",
	any: "모두",
	export: "내보내기",
	deleteTitle: (games) => `대국 ${games}개를 삭제할까요?`,
	empty: "모음집이 비어 있습니다. 파일을 가져오면 대국을 찾고, 연구하고, 내보낼 수 있습니다.",
};
