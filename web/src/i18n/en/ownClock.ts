// English: a clock with one's own values.
export const en = {
	kind: "Kind of clock",
	increments: "Increment",
	byoyomi: "Byo-yomi",
	minutes: "Minutes",
	increment: "Seconds added per move",
	periods: "Periods",
	period: "Seconds per period",
	between: (field: string, least: string, most: string) => `${field}: a number from ${least} to ${most}.`,
	rarely: "The rarer the clock, the longer the wait for an opponent.",
};
