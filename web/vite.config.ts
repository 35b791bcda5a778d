import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { LANGUAGES } from "./src/browser/languages.ts";

// Backend of the development server: run `gomoku serve --port 8123`, then `npm run dev`.
const server = "http://127.0.0.1:8123";

// One file of words for each language except English, whose words are bundled with the screens.
const TRANSLATIONS = Object.keys(LANGUAGES).filter((language) => language !== "en");

export default defineConfig({
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	build: {
		outDir: "../src/gomoku/server/static",
		emptyOutDir: true,
		target: "es2022",
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		// Few chunks compress better than many: `base` for every visit, `board` for what home and a game share, `table` for
		// the game. A module that `base` or `board` imports must not match a later group: the whole group would load with it.
		rolldownOptions: {
			output: {
				codeSplitting: {
					includeDependenciesRecursively: false,
					groups: [
						...TRANSLATIONS.map((name) => ({
							name: `words-${name}`,
							priority: 4,
							test: new RegExp(`src/i18n/${name}/`),
						})),
						{
							name: "base",
							priority: 3,
							test: /node_modules\/@?preact|preload-helper|src\/(browser\/|wire\/(?!collection|tournaments|studies)|doge\/mode|i18n\/(index|plural|en\/common)|kit\/(Dialog|Icon|lazy|lazyDialog|toast)|app\/(?!\w+Dialog|dialogs|serviceWorker))/,
						},
						{
							name: "board",
							priority: 2,
							test: /src\/(newgame\/choice|i18n\/(clock|catalogue|numbers|durations)|game\/(names|captures|position|room\.)|kit\/controls|people\/ratingText|board\/(geometry|turn|placed|Layers|Stones|texture|BoardTexture))/,
						},
						// What home and the rooms share, in one file: each file costs a third of a kilobyte of headers.
						{ name: "form", priority: 1, test: /src\/newgame\/(Players|Rules|PresetPicker|OwnClock)\./ },
						{ name: "slow", priority: 1, test: /src\/i18n\/((en\/)?slow|durations)\./ },
						{
							name: "table",
							priority: 1,
							test: /src\/(i18n\/(en\/)?(reasons|advice)|game\/(?!table\/ShareDialog|dogeWords)|play\/(GameScreen|LazyThinking)|board\/(?!FreeBoard|Swatch|MiniBoard|miniBoard|board\.css)|doge\/DogeLayer)/,
						},
					],
				},
			},
		},
	},
	server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
	// A new window for each file without a new thread: a third of the time.
	test: { environment: "happy-dom", pool: "vmThreads", setupFiles: ["test/setup.ts"], include: ["test/**/*.test.ts"] },
	plugins: [
		VitePWA({
			registerType: "prompt",
			injectRegister: false,
			includeAssets: ["icons/*"],
			workbox: {
				globPatterns: ["**/*.{js,css,html,svg,png,woff2}"],
				// Words of other languages are kept when they are used.
				globIgnores: ["**/words-*.js", "push.js"],
				importScripts: ["/push.js"],
				runtimeCaching: [{ urlPattern: /\/assets\/words-[^/]+\.js$/, handler: "CacheFirst" }],
				// One document for every address; answers of the server are never cached.
				navigateFallback: "/index.html",
				navigateFallbackDenylist: [/^\/api\//, /^\/ws/, /^\/schema/],
			},
			manifest: {
				name: "Gomoku",
				short_name: "Gomoku",
				description: "Five in a row, with captures",
				start_url: "/",
				display: "standalone",
				background_color: "#f4ede0",
				theme_color: "#f4ede0",
				icons: [
					{ src: "/icons/icon.svg", sizes: "any", type: "image/svg+xml" },
					{ src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
					{ src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
					{ src: "/icons/icon-512-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
				],
			},
		}),
	],
});
