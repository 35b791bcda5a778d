// The open seeks: a click accepts one.
import "./seeks.css";
import { useEffect } from "preact/hooks";
import { StoneIcon } from "../board/Stones";
import { rulesTitle } from "../i18n/catalogue";
import { clockShort, clockWords } from "../i18n/clock";
import { seeksWords } from "../i18n/seeks";
import { Icon } from "../kit/Icon";
import { catalogue } from "../wire/catalogue";
import type { OpenSeek } from "../wire/messages";
import { connection } from "../wire/socket";
import { pendingSeek, seek as postSeek, take } from "./matchmaking";
import { followSeeks, seeks } from "./seeks";

export function SeekCard() {
	const words = seeksWords.value;
	useEffect(followSeeks, []);
	const others = seeks.value.filter(({ visitor }) => visitor !== connection.me.value);
	return (
		<section class={`card seeks${others.length ? "" : " none"}`} aria-labelledby="seeks-title">
			<div class="row">
				<h2 class="grow" id="seeks-title">
					{words.title}
				</h2>
				{!pendingSeek.value && (
					<button type="button" class="quiet small" onClick={() => postSeek()}>
						<Icon name="plus" size={16} />
						{words.post}
					</button>
				)}
			</div>
			{others.length === 0 && <p>{words.none}</p>}
			<ul>
				{others.map((seek) => (
					<Entry key={seek.visitor} seek={seek} />
				))}
			</ul>
		</section>
	);
}

function Entry({ seek }: { seek: OpenSeek }) {
	const words = seeksWords.value;
	const name = seek.name || words.guest;
	const kind = seek.rated === null ? words.either : seek.rated ? words.rated : words.casual;
	return (
		<li>
			<span class="who">
				<b>{name}</b>
				<small>{seek.rating}</small>
			</span>
			<span class="rules">
				{seek.rules.map((rules) => (
					<span class="chip" key={rules}>
						{catalogue.value ? rulesTitle(rules) : rules}
					</span>
				))}
			</span>
			<span title={clockWords(seek.clock)}>
				{clockShort(seek.clock)}
				<small>{kind}</small>
			</span>
			{seek.player && <StoneIcon stone={seek.player === "P1" ? "black" : "white"} size={20} />}
			<button type="button" aria-label={`${words.accept}: ${name}`} onClick={() => take(seek.visitor)}>
				{words.accept}
			</button>
		</li>
	);
}
