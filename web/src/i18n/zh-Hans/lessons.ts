// Simplified Chinese: the lessons on how the engine thinks.
import type { en } from "../en/lessons";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	title: "它怎么思考",
	lead: "六节短课。所有数字都由与你对弈的引擎算出。",
	contents: "课程",
	waiting: "引擎正在计算数字…",
	failed: "引擎没有响应。",
	retry: "重试",
	play: "播放",
	pause: "暂停",
	back: "后退一步",
	on: "前进一步",
	restart: "从头开始",
	stepOf: (step, of) => `第 ${step} 步，共 ${of} 步`,
	names: ["极小化极大", "Alpha-beta 剪枝", "棋形与权重", "威胁与提子", "越搜越深", "置换表"],

	minimax: [
		"选一手棋，要设想每一种下法，以及对手的每一种应手。每条变化的末端有一个数字：引擎站在当前行棋方的立场上，对那个局面的评分。",
		"对手不傻：它会选对我们最坏的应手。所以一手棋的价值，是它下面最小的数字。",
		"我们选最坏情况最好的那一手，也就是这些数字里最大的。极小化极大就是这么回事。",
	],
	minimaxNow: {
		leaf: (line, value) => `${line} 之后，评分为 ${value}。`,
		min: (side, move, value) => `${side}选最低的应手：${move} 的价值是 ${value}。`,
		max: (side, move, value) => `${side}选最高的：${move}，价值 ${value}。`,
	},
	alphabeta: [
		"下面是对一个小局面的完整搜索，按引擎搜索的顺序排列。每个点是一个局面。",
		"第一手连同它的所有应手都要搜索，之后引擎就知道自己至少能得到多少。只要有一个应手证明另一手更差，其余的应手就不必再搜：剪掉，看下一手。",
	],
	alphabetaNow: {
		root: "搜索从棋盘上的局面开始。",
		leaf: (line, value) => `${line}：已到预定深度，评分为 ${value}。`,
		searched: (line) => `${line}：现在看应手。`,
		cut: (line, left) => `${line}：一个应手就够了，跳过其余 ${left} 个。`,
		table: (line, value) => `${line}：以前见过，表中记为 ${value}。`,
		forced: (line) => `${line}：找到只靠威胁取胜的走法。`,
		other: (line, value) => `${line}：${value}。`,
	},
	alphabetaSum: (seen, cut, unseen) =>
		`共搜索 ${seen} 个局面。其中 ${cut} 个只看一个应手就够了，另有 ${unseen} 手根本没试：它们不可能改变结果。`,
	window: (alpha, beta) => `${alpha} 到 ${beta} 之间`,
	windowText: "还能改变结果的范围",
	patterns: [
		"引擎评判局面，看的不是棋子，而是空点：黑棋或白棋下在这里，在四条线上各能形成什么？每种组合都有一个权重，从引擎自己的对局中学来。",
		"点击任意空点。",
	],
	axes: ["横线", "竖线", "右下斜", "右上斜"],
	takes: "提子",
	onTurn: "轮走时的价值",
	waitingTurn: "等待时的价值",
	order: "尝试的先后",
	pointOf: (name) => `评估在 ${name} 看到的`,
	sum: (total) => `所有点加上已提的子：行棋方得 ${total}。`,
	threats: [
		"有些点不能等。星形能成五连，方形能成活四，菱形能冲四，三角能成活三；叉形能提子，虚线圈是有危险的一对。",
		"引擎先查能否只靠威胁取胜：每个威胁都必须应，所以变化很窄，可以算得很远。",
	],
	threatsCount: {
		fives: "五连",
		open_fours: "活四",
		fours: "冲四",
		open_threes: "活三",
		captures: "提子",
	},
	deepening: [
		"谁也不能预知时间够算多深。所以引擎先看一步，再看两步、三步…每一层都从上一层的最佳变化开始，这样剪得更多。",
		"每行是一个搜完的深度。无论何时用完时间，上一层的最佳着法都已备好。",
	],
	depth: "深度",
	best: "最佳着法",
	score: "评分",
	nodes: "局面数",
	time: "时间",
	table: [
		"同样的着法，次序不同，也会走到同一个局面。引擎把算出的结果存进一张大表，每次先查表。",
		"这里把同一次搜索做两遍。第二遍就能在表里找到答案。",
	],
	first: "第一遍",
	second: "第二遍",
	lookups: (n) => `第二棵树有 ${n} 个局面直接由表给出答案。`,
	less: (percent) => `同样的深度，局面少了 ${percent}%。`,
	more: "看实况",
	moreText: "在任意对局中按 T，或打开分析棋盘。",
};
