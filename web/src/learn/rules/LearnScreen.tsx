// The rules, with diagrams.
import "../../styles/pages.css";
import "./learn.css";
import { useEffect } from "preact/hooks";
import { MiniBoard } from "../../board/MiniBoard";
import { go } from "../../browser/router";
import { say, t } from "../../i18n";
import { rulesWords } from "../../i18n/rules";
import { Unbroken } from "../../kit/controls";
import { choose, choosePreset } from "../../newgame/choice";
import { catalogue, fetchCatalogue } from "../../wire/catalogue";

export function LearnScreen() {
	const words = { ...t.value, ...rulesWords.value };
	useEffect(() => {
		if (!catalogue.value) void fetchCatalogue();
	}, []);
	const known = catalogue.value;
	return (
		<main class="page learn" id="content" tabIndex={-1}>
			<h1>{words.learnTitle}</h1>
			<p class="lead">{words.learnLead}</p>
			<div class="sets ways">
				<a class="card" href="/puzzles">
					<b>{words.puzzles}</b>
					<span>{words.puzzlesText}</span>
				</a>
				<a class="card" href="/lessons">
					<b>{words.lessons}</b>
					<span>{words.lessonsText}</span>
				</a>
			</div>
			<section class="lesson">
				<div>
					<h2>{words.learnAim}</h2>
					<p>{words.learnAimText}</p>
				</div>
				<MiniBoard
					label={words.learnAim}
					rows={[
						".........",
						"..O......",
						"...X.O...",
						"...OX....",
						"..O..XO..",
						"......X..",
						".....O.X.",
						".........",
					]}
					won={[
						[3, 2],
						[7, 6],
					]}
				/>
			</section>
			<section class="lesson">
				<div>
					<h2>{words.learnCapture}</h2>
					<p>{words.learnCaptureText}</p>
				</div>
				<div class="pair">
					<figure>
						<MiniBoard
							label={words.learnCaptureBefore}
							rows={[".......", "...O...", ".XOO...", "....X..", "......."]}
							crosses={[[4, 2]]}
						/>
						<figcaption>{words.learnCaptureBefore}</figcaption>
					</figure>
					<figure>
						<MiniBoard
							label={words.learnCaptureAfter}
							rows={[".......", "...O...", ".X..X..", "....X..", "......."]}
							last={[4, 2]}
							traces={[
								[2, 2],
								[3, 2],
							]}
						/>
						<figcaption>{words.learnCaptureAfter}</figcaption>
					</figure>
				</div>
			</section>
			<section class="lesson">
				<div>
					<h2>{words.learnStepIn}</h2>
					<p>{words.learnStepInText}</p>
				</div>
				<MiniBoard
					label={words.learnStepIn}
					rows={[".........", ".........", "..XOOX...", ".........", "........."]}
					last={[4, 2]}
				/>
			</section>
			<section class="lesson">
				<div>
					<h2>{words.learnGrace}</h2>
					<p>{words.learnGraceText}</p>
				</div>
				<figure>
					<MiniBoard
						label={words.learnGrace}
						rows={[".........", ".........", "....O....", "..XXXXX..", "....X....", ".........", "........."]}
						fives={[
							[
								[2, 3],
								[6, 3],
							],
						]}
						breaks={[[4, 5]]}
						last={[6, 3]}
					/>
					<figcaption>{words.learnGraceBoard}</figcaption>
				</figure>
			</section>
			<section class="lesson">
				<div>
					<h2>{words.learnThree}</h2>
					<p>{words.learnThreeText}</p>
				</div>
				<figure>
					<MiniBoard
						label={words.learnThree}
						rows={[
							".........",
							".........",
							".........",
							"..XX.....",
							".....X...",
							".....X...",
							".........",
							".........",
						]}
						forbidden={[[5, 3]]}
					/>
					<figcaption>{words.learnThreeBoard}</figcaption>
				</figure>
			</section>
			<section class="lesson">
				<div>
					<h2>{words.learnHelp}</h2>
					<p>{words.learnHelpText}</p>
				</div>
				<MiniBoard
					label={words.learnHelp}
					rows={[".........", "....O....", "...O.X...", "..X.O....", "...O.....", ".........", "........."]}
					hint={{
						cell: [2, 5],
						takes: [
							[3, 4],
							[4, 3],
						],
					}}
				/>
			</section>
			<section class="lesson">
				<div>
					<h2>{words.learnVariants}</h2>
					<p>{words.learnVariantsText}</p>
				</div>
				<div class="sets">
					{known?.presets.map((preset) => (
						<article class="card" key={preset.name}>
							<b>{say(preset.title)}</b>
							<span>
								<Unbroken text={`${say(preset.summary)}.`} />
							</span>
							<div class="row" style={{ marginTop: "10px" }}>
								<button
									type="button"
									class="small"
									onClick={() => {
										choosePreset(preset);
										go("/");
									}}
								>
									{words.learnTry}
								</button>
								<span class="lab">
									{preset.size} × {preset.size}
								</span>
							</div>
						</article>
					))}
				</div>
			</section>
			<section class="lesson">
				<div>
					<h2>{words.learnOpenings}</h2>
					<p>{words.learnOpeningsText}</p>
				</div>
				<div class="sets">
					{known?.openings.map((opening) => (
						<article class="card" key={opening.name}>
							<b>{say(opening.title)}</b>
							<span>{say(opening.summary)}.</span>
							<div style={{ marginTop: "10px" }}>
								<button
									type="button"
									class="small"
									onClick={() => {
										choose({ opening: opening.name });
										go("/");
									}}
								>
									{words.learnTry}
								</button>
							</div>
						</article>
					))}
				</div>
			</section>
		</main>
	);
}
