// The visitor's profile: name, ratings, and a passphrase to sign in elsewhere.
import "../styles/pages.css";
import "./people.css";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId } from "preact/hooks";
import { settings } from "../browser/settings";
import { remember } from "../browser/storage";
import { t } from "../i18n";
import { errorText, rulesTitle } from "../i18n/catalogue";
import { moderateWords } from "../i18n/moderate";
import { peopleWords } from "../i18n/people";
import { profileWords } from "../i18n/profile";
import { confirm } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { toast } from "../kit/toast";
import { fetchCatalogue } from "../wire/catalogue";
import type { Profile } from "../wire/messages";
import { BlockedCard } from "./BlockedCard";
import { nickname, setNickname } from "./nickname";
import { pageOf } from "./persons";
import { fetchProfile, profile, rename, secure, setMotto, signIn, signOut } from "./profile";
import { eloText } from "./ratingText";
import { sanctionText } from "./sanctionText";
import { TokensCard } from "./tokens/TokensCard";

const MIN_PASSPHRASE_LENGTH = 8;
const MAX_MOTTO_LENGTH = 100;

export function ProfileScreen() {
	const words = peopleWords.value;
	const failed = useSignal("");
	const look = () =>
		fetchProfile().then(
			() => {
				failed.value = "";
			},
			(error) => {
				failed.value = errorText(error);
			},
		);
	useEffect(() => {
		void fetchCatalogue().catch(() => {});
		void look();
	}, []);
	const me = profile.value;
	return (
		<main class="page you" id="content" tabIndex={-1}>
			<div class="hd">
				<h1>{words.yourPage}</h1>
				{me?.moderator && (
					<a class="btn" href="/moderate">
						<Icon name="flag" />
						{moderateWords.value.toModerate}
					</a>
				)}
				{me?.signed && (
					<a class="btn" href={pageOf(me.name)}>
						<Icon name="eye" />
						{profileWords.value.publicPage}
					</a>
				)}
				<a class="btn" href="/games">
					<Icon name="clock" />
					{words.history}
				</a>
				<a class="btn" href="/leaderboard">
					<Icon name="crown" />
					{t.value.leaderboard}
				</a>
			</div>
			{failed.value ? (
				<div class="empty">
					<b>{failed.value}</b>
				</div>
			) : me ? (
				<div class="cards">
					{me.sanctions.map((sanction) => (
						<section class="card" key={sanction.kind}>
							<h2>{sanctionText(sanction)[0]}</h2>
							<p>{sanctionText(sanction)[1]}</p>
						</section>
					))}
					<NameCard me={me} />
					{me.signed && <MottoCard me={me} />}
					<RatingsCard me={me} />
					<PassphraseCard me={me} />
					{me.signed ? <SignOutCard /> : <SignInCard />}
					<BlockedCard />
					<TokensCard />
				</div>
			) : (
				<div class="skel" style={{ width: "60%" }} />
			)}
		</main>
	);
}

interface FormProps {
	title: string;
	text: string;
	button: string;
	/** Whether this is the main form of the screen: there is one. */
	main?: boolean;
	/** Handles the fields; a thrown error is shown below them. */
	onSend: (field: (name: string) => string) => Promise<void>;
	children: ComponentChildren;
}

/** A card with a form. */
function Form({ title, text, button, main, onSend, children }: FormProps) {
	const busy = useSignal(false);
	const wrong = useSignal("");
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy.value) return;
		const form = event.target as HTMLFormElement;
		const data = new FormData(form);
		busy.value = true;
		wrong.value = "";
		try {
			await onSend((name) => String(data.get(name) ?? ""));
			for (const field of form.querySelectorAll<HTMLInputElement>("[type=password]")) field.value = "";
		} catch (error) {
			wrong.value = error instanceof Wrong ? error.message : errorText(error);
		} finally {
			busy.value = false;
		}
	};
	return (
		<section class="card">
			<h2>{title}</h2>
			<p>{text}</p>
			<form onSubmit={submit}>
				{children}
				{wrong.value && (
					<p class="wrong" role="alert">
						{wrong.value}
					</p>
				)}
				<button type="submit" class={main ? "primary" : undefined} disabled={busy.value}>
					{button}
				</button>
			</form>
		</section>
	);
}

/** Invalid input, found before sending. */
class Wrong extends Error {}

function Field({ label, name, value = "", secret, note }: FieldProps) {
	const id = useId();
	return (
		<div class="entry">
			<label for={id}>{label}</label>
			{secret ? (
				<input id={id} type="password" name={name} maxLength={200} autocomplete={secret} required />
			) : (
				<input id={id} type="text" name={name} defaultValue={value} maxLength={40} autocomplete="username" required />
			)}
			{note && <small>{note}</small>}
		</div>
	);
}

interface FieldProps {
	label: string;
	name: string;
	value?: string;
	secret?: "new-password" | "current-password";
	note?: string;
}

function NameCard({ me }: { me: Profile }) {
	const words = peopleWords.value;
	return (
		<Form
			main
			title={words.name}
			text={words.nameText}
			button={words.save}
			onSend={async (field) => {
				const { name } = await rename(field("name"));
				setNickname(name);
				toast({ text: words.saved, icon: "check" });
			}}
		>
			<Field label={words.name} name="name" value={me.name || nickname()} />
		</Form>
	);
}

function MottoCard({ me }: { me: Profile }) {
	const words = peopleWords.value;
	const id = useId();
	return (
		<Form
			title={words.motto}
			text={words.mottoText}
			button={words.save}
			onSend={async (field) => {
				await setMotto(field("motto"));
				toast({ text: words.saved, icon: "check" });
			}}
		>
			<div class="entry">
				<label for={id}>{words.motto}</label>
				<input id={id} type="text" name="motto" defaultValue={me.motto} maxLength={MAX_MOTTO_LENGTH} />
			</div>
		</Form>
	);
}

function RatingsCard({ me }: { me: Profile }) {
	const words = peopleWords.value;
	return (
		<section class="card">
			<h2>{words.ratings}</h2>
			{me.standings.length === 0 && <p>{words.noRatings}</p>}
			<ul class="standings">
				{me.standings.map(({ rules, elo, rank, wins, draws, losses }) => (
					<li key={rules}>
						<a href={`/leaderboard/${rules}`}>{rulesTitle(rules)}</a>
						<b title={elo.provisional ? words.provisional : undefined}>{eloText(elo)}</b>
						<span>
							{wins} · {draws} · {losses}
						</span>
						<span class="chip">{rank ? `${words.rank} ${rank}` : words.notRanked(elo.deviation)}</span>
					</li>
				))}
			</ul>
		</section>
	);
}

function PassphraseCard({ me }: { me: Profile }) {
	const words = peopleWords.value;
	return (
		<Form
			title={words.elsewhere}
			text={me.signed ? words.elsewhereSet(me.name) : words.elsewhereText}
			button={me.signed ? words.changeIt : words.setIt}
			onSend={async (field) => {
				if (field("new").length < MIN_PASSPHRASE_LENGTH) throw new Wrong(words.tooShort);
				const { name } = await secure(field("name"), field("new"), field("current"));
				setNickname(name);
				toast({ text: words.isSet, icon: "lock" });
			}}
		>
			<Field label={words.name} name="name" value={me.name || nickname()} />
			{me.signed && <Field label={words.current} name="current" secret="current-password" />}
			<Field
				label={me.signed ? words.newPassphrase : words.passphrase}
				name="new"
				secret="new-password"
				note={words.passphraseNote}
			/>
		</Form>
	);
}

/** Reload the page, so that nothing of the old identity stays in memory. */
function startAs(name: string): void {
	remember("settings", { ...settings.value, name });
	remember("nickname", "");
	location.reload();
}

function SignInCard() {
	const words = peopleWords.value;
	return (
		<Form
			title={words.signIn}
			text={`${words.signInText} ${words.leavesBehind}`}
			button={words.signIn}
			onSend={async (field) => {
				const { name } = await signIn(field("name"), field("passphrase"));
				startAs(name);
			}}
		>
			<Field label={words.name} name="name" />
			<Field label={words.passphrase} name="passphrase" secret="current-password" />
		</Form>
	);
}

function SignOutCard() {
	const words = peopleWords.value;
	const leave = (everywhere: boolean) =>
		confirm({
			title: everywhere ? words.signOutEverywhere : words.signOut,
			text: everywhere ? words.signOutEverywhereText : words.signOutText,
			yes: words.signOut,
			no: words.stay,
			onYes: () =>
				void signOut(everywhere).then(
					() => startAs(""),
					(error) => toast({ text: errorText(error), bad: true }),
				),
		});
	return (
		<section class="card">
			<h2>{words.signOut}</h2>
			<p>{words.signOutText}</p>
			<div class="row">
				<button type="button" onClick={() => leave(false)}>
					{words.signOut}
				</button>
				<button type="button" class="quiet" onClick={() => leave(true)}>
					{words.signOutEverywhere}
				</button>
			</div>
		</section>
	);
}
