// Traditional Chinese: the lessons on how the engine thinks.
import type { en } from "../en/lessons";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	title: "它怎麼思考",
	lead: "六節短課。所有數字都由與你對弈的引擎算出。",
	contents: "課程",
	waiting: "引擎正在計算數字…",
	failed: "引擎沒有回應。",
	retry: "重試",
	play: "播放",
	pause: "暫停",
	back: "後退一步",
	on: "前進一步",
	restart: "從頭開始",
	stepOf: (step, of) => `第 ${step} 步，共 ${of} 步`,
	names: ["極小化極大", "Alpha-beta 剪枝", "棋形與權重", "威脅與提子", "越搜越深", "置換表"],

	minimax: [
		"選一手棋，要設想每一種下法，以及對手的每一種應手。每條變化的末端有一個數字：引擎站在目前行棋方的立場上，對那個局面的評分。",
		"對手不傻：它會選對我們最壞的應手。所以一手棋的價值，是它下面最小的數字。",
		"我們選最壞情況最好的那一手，也就是這些數字裡最大的。極小化極大就是這麼回事。",
	],
	minimaxNow: {
		leaf: (line, value) => `${line} 之後，評分為 ${value}。`,
		min: (side, move, value) => `${side}選最低的應手：${move} 的價值是 ${value}。`,
		max: (side, move, value) => `${side}選最高的：${move}，價值 ${value}。`,
	},
	alphabeta: [
		"下面是對一個小局面的完整搜尋，按引擎搜尋的順序排列。每個點是一個局面。",
		"第一手連同它的所有應手都要搜尋，之後引擎就知道自己至少能得到多少。只要有一個應手證明另一手更差，其餘的應手就不必再搜：剪掉，看下一手。",
	],
	alphabetaNow: {
		root: "搜尋從棋盤上的局面開始。",
		leaf: (line, value) => `${line}：已到預定深度，評分為 ${value}。`,
		searched: (line) => `${line}：現在看應手。`,
		cut: (line, left) => `${line}：一個應手就夠了，跳過其餘 ${left} 個。`,
		table: (line, value) => `${line}：以前見過，表中記為 ${value}。`,
		forced: (line) => `${line}：找到只靠威脅取勝的走法。`,
		other: (line, value) => `${line}：${value}。`,
	},
	alphabetaSum: (seen, cut, unseen) =>
		`共搜尋 ${seen} 個局面。其中 ${cut} 個只看一個應手就夠了，另有 ${unseen} 手根本沒試：它們不可能改變結果。`,
	window: (alpha, beta) => `${alpha} 到 ${beta} 之間`,
	windowText: "還能改變結果的範圍",
	patterns: [
		"引擎評判局面，看的不是棋子，而是空點：黑棋或白棋下在這裡，在四條線上各能形成什麼？每種組合都有一個權重，從引擎自己的對局中學來。",
		"點選任意空點。",
	],
	axes: ["橫向", "縱向", "右下斜", "右上斜"],
	takes: "提子",
	onTurn: "輪走時的價值",
	waitingTurn: "等待時的價值",
	order: "嘗試的先後",
	pointOf: (name) => `評估在 ${name} 看到的`,
	sum: (total) => `所有點加上已提的子：行棋方得 ${total}。`,
	threats: [
		"有些點不能等。星形能成五連，方形能成活四，菱形能衝四，三角能成活三；叉形能提子，虛線圈是有危險的一對。",
		"引擎先查能否只靠威脅取勝：每個威脅都必須應，所以變化很窄，可以算得很遠。",
	],
	threatsCount: {
		fives: "五連",
		open_fours: "活四",
		fours: "衝四",
		open_threes: "活三",
		captures: "提子",
	},
	deepening: [
		"誰也不能預知時間夠算多深。所以引擎先看一步，再看兩步、三步…每一層都從上一層的最佳變化開始，這樣剪得更多。",
		"每行是一個搜完的深度。無論何時用完時間，上一層的最佳著法都已備好。",
	],
	depth: "深度",
	best: "最佳著法",
	score: "評分",
	nodes: "局面數",
	time: "時間",
	table: [
		"同樣的著法，次序不同，也會走到同一個局面。引擎把算出的結果存進一張大表，每次先查表。",
		"這裡把同一次搜尋做兩遍。第二遍就能在表裡找到答案。",
	],
	first: "第一遍",
	second: "第二遍",
	lookups: (n) => `第二棵樹有 ${n} 個局面直接由表給出答案。`,
	less: (percent) => `同樣的深度，局面少了 ${percent}%。`,
	more: "看實況",
	moreText: "在任意對局中按 T，或開啟分析棋盤。",
};
