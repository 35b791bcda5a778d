// Saves the study on the server as it changes. Unsaved changes stay in this browser and are saved when possible.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { go } from "../../browser/router";
import { ApiError } from "../../wire/http";
import type { Access, Study, StudyDraft, StudyProof } from "../../wire/messages";
import { createStudy, loadStudy, saveStudy, shareStudy } from "../../wire/studies";
import type { Prover } from "../prove/prover";
import { fromKept, toKeep } from "./keptProofs";
import { fromStudy } from "./moveTree";
import type { ReviewStore } from "./review/reviewStore";
import type { Address, StudyStore } from "./studyStore";

/** Between the last change and saving it. */
const SAVE_AFTER_MS = 700;
/** Until a failed save is retried. */
const RETRY_MS = 4_000;
/** Refusals that mean that this study can no longer be changed: a copy can be made. */
const LOST = ["stale", "not_owner", "unknown_room"];
/** Refusals that a retry would not change. */
const FINAL = ["too_many", "too_big", "malformed", "bad_options", "unreadable"];

const NO_PROOFS: readonly StudyProof[] = [];

/** The address with the version that the server has, if it is that of a save of ours whose answer was lost. */
const own = (address: Address, version: number): Address =>
	address.sent && version === address.version + 1 ? { ...address, version, sent: false } : address;

export class StudyKeeper {
	readonly state = signal<"kept" | "saving" | "failed">("kept");
	/** Why saving failed. */
	readonly problem = signal<ApiError | null>(null);
	readonly mine = signal(true);
	readonly access = signal<Access>("link");
	/** What the server has: compared by identity, as all parts are immutable. */
	#saved: readonly unknown[] = [];
	/** Whether the study on the board came from the server, or was made there by this page. */
	isLoaded = false;
	#timer = 0;
	#saving: Promise<void> | null = null;

	/** `onCopy`: the changes go to the visitor's own copy. */
	constructor(
		readonly store: StudyStore,
		readonly reviewing: ReviewStore,
		readonly prover: Prover,
		readonly onCopy: () => void,
	) {}

	/** The proofs to be saved; the same object while they are unchanged. */
	readonly #proofs = computed<readonly StudyProof[]>(() => {
		const { store, prover } = this;
		const found = toKeep(store.start.value, store.tree.value, prover.settled.value);
		return found.length ? found : NO_PROOFS;
	});

	/** Save every change, until the returned function is called. */
	attend(): () => void {
		if (this.store.address.peek()?.saved) this.#saved = this.#parts();
		const stop = effect(() => {
			const now = this.#parts();
			untracked(() => this.#notice(now));
		});
		return () => {
			stop();
			void this.flush();
		};
	}

	/** Save now what has changed. */
	async flush(): Promise<void> {
		clearTimeout(this.#timer);
		await this.#saving;
		if (this.#hasChanged(this.#parts())) await this.#save();
	}

	/** Show a stored study, with any unsaved changes to it. */
	async load(id: string): Promise<void> {
		const { store } = this;
		if (store.address.value?.id !== id) await this.flush();
		const before = store.opened.value;
		const found = await loadStudy(id);
		if (before !== store.opened.value) return; // another study was put on the board meanwhile
		const here = store.address.value;
		const unsaved = here?.id === id && !here.saved;
		batch(() => {
			this.mine.value = found.mine;
			this.access.value = found.access;
			if (!unsaved) {
				const at = here?.id === id ? store.place.value : found.draft.at;
				// Somebody else's study that was turned here stays turned until it is changed there.
				const isKnown = here?.id === id && here.version === found.version;
				const turn = isKnown ? store.turn.value : found.draft.turn;
				store.open(found.draft.study, { id, version: found.version, saved: true }, null, turn);
				store.go(at);
			} else store.address.value = own(here, found.version);
			this.reviewing.restore(found.draft.review, found.draft.reviewed);
			const { study, proofs } = found.draft;
			this.prover.restore(fromKept(study.start, fromStudy(study), proofs));
			if (!unsaved) this.#saved = this.#parts();
			this.isLoaded = true;
		});
	}

	/** Put a new study on the board, at a new address; another one of the same game is the same study. */
	async start(study: Study, room: string | null = null): Promise<void> {
		await this.flush();
		this.isLoaded = false;
		batch(() => {
			this.mine.value = true;
			this.access.value = "link";
			this.store.open(study, null, room);
		});
		go("/analyse", true);
	}

	async share(access: Access): Promise<void> {
		const before = this.access.value;
		this.access.value = access;
		try {
			await shareStudy(this.store.address.value!.id, access);
		} catch (error) {
			this.access.value = before;
			throw error;
		}
	}

	#parts(): readonly unknown[] {
		const { store, reviewing } = this;
		// Turning the board of somebody else is no reason for a copy.
		const turn = this.mine.value ? store.turn.value : null;
		return [store.start.value, store.tree.value, store.names.value, reviewing.finished.value, this.#proofs.value, turn];
	}

	/** Whether there is something to save. */
	#hasChanged(now: readonly unknown[]): boolean {
		const { store } = this;
		return now.some((part, i) => part !== this.#saved[i]) && (!!store.address.peek() || !store.isBlank.peek());
	}

	#notice(now: readonly unknown[]): void {
		const { store } = this;
		if (!this.#hasChanged(now)) return;
		const address = store.address.peek();
		if (address?.saved) store.address.value = { ...address, saved: false };
		this.#later(SAVE_AFTER_MS);
	}

	#later(ms: number): void {
		clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => void this.#save(), ms);
	}

	/** Save; a change that is made meanwhile is saved afterwards. */
	#save(): Promise<void> {
		clearTimeout(this.#timer);
		this.#saving ??= this.#send().finally(() => {
			this.#saving = null;
		});
		return this.#saving;
	}

	async #send(): Promise<void> {
		const { store } = this;
		if (!this.mine.value) this.#copy();
		const parts = this.#parts();
		const opened = store.opened.value;
		let address = store.address.value;
		this.state.value = "saving";
		try {
			if (address?.sent) address = own(address, (await loadStudy(address.id)).version);
			if (address) store.address.value = { ...address, sent: true };
			const saved = address
				? await saveStudy(address.id, this.#draft(), address.version)
				: await createStudy(this.#draft(), store.room.value);
			this.state.value = "kept";
			this.problem.value = null;
			if (opened !== store.opened.value) return; // another study was put on the board meanwhile
			this.#saved = parts;
			this.isLoaded = !!address || saved.is_new;
			const isSaved = !this.#hasChanged(this.#parts());
			if (address || saved.is_new) store.address.value = { id: saved.id, version: saved.version, saved: isSaved };
			if (!isSaved) this.#later(SAVE_AFTER_MS);
			if (!address && location.pathname.startsWith("/analyse")) go(`/study/${saved.id}`, true);
		} catch (error) {
			const reason = error instanceof ApiError ? error.reason : "unreachable";
			const here = store.address.value;
			if (here && reason !== "unreachable") store.address.value = { ...here, sent: false };
			if (LOST.includes(reason) && address && opened === store.opened.value) {
				this.#copy();
				this.#later(0);
			} else {
				this.state.value = "failed";
				this.problem.value = error instanceof ApiError ? error : null;
				if (!FINAL.includes(reason)) this.#later(RETRY_MS);
			}
		}
	}

	/** Continue in the visitor's own copy. */
	#copy(): void {
		batch(() => {
			this.mine.value = true;
			this.access.value = "link";
			this.store.address.value = null;
			this.store.room.value = null;
		});
		go("/analyse", true);
		this.onCopy();
	}

	#draft(): StudyDraft {
		const { store, reviewing } = this;
		const done = reviewing.finished.value;
		return {
			study: { ...store.study(), dropped: 0 },
			at: store.place.value,
			turn: store.turn.value,
			review: done?.review ?? null,
			reviewed: done?.cells.map(([x, y]) => [x, y]) ?? [],
			proofs: [...this.#proofs.value],
		};
	}
}
