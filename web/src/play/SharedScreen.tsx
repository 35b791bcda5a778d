// A game from a link, for replay. Nothing is stored unless the visitor keeps a copy.
import "../styles/pages.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { go } from "../browser/router";
import { Room } from "../game/room";
import { t } from "../i18n";
import { Icon } from "../kit/Icon";
import { toast } from "../kit/toast";
import { catalogue, fetchCatalogue } from "../wire/catalogue";
import { fetchShared, importGames } from "../wire/games";
import { Table } from "./GameScreen";

export function SharedScreen({ link }: { link: string }) {
	const words = t.value;
	const room = useSignal<Room | null>(null);
	const bad = useSignal(false);
	useEffect(() => {
		if (!catalogue.value) void fetchCatalogue();
		fetchShared(link).then(
			(snapshot) => {
				room.value = Room.of(snapshot);
			},
			() => {
				bad.value = true;
			},
		);
	}, [link]);
	const keep = async () => {
		try {
			const { rooms } = await importGames(link);
			go(`/game/${rooms[0]!.room}`);
		} catch {
			toast({ text: words.failed, bad: true });
		}
	};
	if (bad.value)
		return (
			<main class="page" id="content" tabIndex={-1}>
				<div class="empty">
					<b>{words.sharedTitle}</b>
					{words.badLink}
					<a class="btn primary" href="/">
						{words.play}
					</a>
				</div>
			</main>
		);
	if (!room.value)
		return (
			<main class="page" id="content" tabIndex={-1} aria-busy="true">
				<div class="skel" />
			</main>
		);
	return (
		<Table
			room={room.value}
			about={
				<div class="say plain shared">
					<Icon name="link" size={20} />
					<div class="grow">{words.sharedTitle}</div>
					<div class="row">
						<button type="button" class="small" onClick={() => void keep()}>
							{words.keepGame}
						</button>
						<button type="button" class="small" onClick={() => go(`/analyse/${link}`)}>
							{words.analyse}
						</button>
					</div>
				</div>
			}
		/>
	);
}
