// Shiba faces, drawn for this page: black and tan, cream, and golden.
import "./doge.css";

interface Coat {
	fur: string;
	edge: string;
	ear: string;
	mask: string;
	brow: string;
}

const COATS: Record<string, Coat> = {
	"s-dogeb": { fur: "#35302f", edge: "#171313", ear: "#a9785a", mask: "#f3dfbf", brow: "#d99a54" },
	"s-dogew": { fur: "#f7ead2", edge: "#9d8258", ear: "#f0b9a4", mask: "#fffaf0", brow: "#e3c08d" },
	"s-doge": { fur: "#e2a04b", edge: "#8a5518", ear: "#f2c9a5", mask: "#fdf1dc", brow: "#fdebcb" },
};
const INK = "#1d1310";

function Face({ id, coat }: { id: string; coat: Coat }) {
	return (
		<g id={id}>
			<g fill={coat.fur} stroke={coat.edge} stroke-width="1" stroke-linejoin="round">
				<path d="M-17.5-4C-19-13-17.5-20-15.6-21.6C-14-22.8-8.5-18.5-5.5-14.5Z" />
				<path d="M17.5-4C19-13 17.5-20 15.6-21.6C14-22.8 8.5-18.5 5.5-14.5Z" />
			</g>
			<g fill={coat.ear}>
				<path d="M-15.3-9C-15.8-14-15.3-17.5-14.5-18.3C-13.6-18.6-10.6-16.3-9-14Z" />
				<path d="M15.3-9C15.8-14 15.3-17.5 14.5-18.3C13.6-18.6 10.6-16.3 9-14Z" />
			</g>
			<path
				d="M0-17.5C11-17.5 18.8-9.5 18.8.5C18.8 6.5 17.5 10 14 13.5C10 17.4 5.5 19 0 19S-10 17.4-14 13.5C-17.5 10-18.8 6.5-18.8.5C-18.8-9.5-11-17.5 0-17.5Z"
				fill={coat.fur}
				stroke={coat.edge}
				stroke-width="1"
			/>
			<path
				d="M-18.2 3C-15 1.5-10.5 3-7.5 6.5C-5.5 1.5-2.5.2 0 .2S5.5 1.5 7.5 6.5C10.5 3 15 1.5 18.2 3C18 8 16.5 10.8 13.8 13.3C10 17 5.3 18.5 0 18.5S-10 17-13.8 13.3C-16.5 10.8-18 8-18.2 3Z"
				fill={coat.mask}
			/>
			<g fill={coat.brow}>
				<ellipse cx="-7.3" cy="-7.6" rx="2.7" ry="1.7" transform="rotate(-14 -7.3 -7.6)" />
				<ellipse cx="7.3" cy="-7.6" rx="2.7" ry="1.7" transform="rotate(14 7.3 -7.6)" />
			</g>
			<g fill="#fff">
				<path d="M-11.2-1.2C-10-3.9-5.6-4-4-1.2C-5.8 1-9.4 1-11.2-1.2Z" />
				<path d="M11.2-1.2C10-3.9 5.6-4 4-1.2C5.8 1 9.4 1 11.2-1.2Z" />
			</g>
			<g fill={INK}>
				<circle cx="-6.4" cy="-1.6" r="2.35" />
				<circle cx="8.8" cy="-1.6" r="2.35" />
			</g>
			<g fill="#fff">
				<circle cx="-5.6" cy="-2.4" r=".75" />
				<circle cx="9.6" cy="-2.4" r=".75" />
			</g>
			<g fill="none" stroke={INK} stroke-linecap="round">
				<path d="M-11.4-1.1C-10-4.2-5.6-4.3-3.8-1.1M11.4-1.1C10-4.2 5.6-4.3 3.8-1.1" stroke-width="1.1" />
				<path d="M0 8.3V10.3M0 10.3C-1.2 12.6-4.6 12.6-5.9 10.6M0 10.3C1.2 12.6 4.6 12.6 5.9 10.6" stroke-width="1.2" />
			</g>
			<path d="M-3.6 5.2C-3.6 3.9-1.8 3.4 0 3.4S3.6 3.9 3.6 5.2C3.6 6.8 1.6 8.3 0 8.3S-3.6 6.8-3.6 5.2Z" fill={INK} />
			<ellipse cx="-1.1" cy="4.7" rx="1.1" ry=".55" fill="#fff" opacity=".55" />
			{id === "s-doge" && (
				<path
					d="M-1.9 12C-1.9 14.9-1 16 0 16S1.9 14.9 1.9 12Q1 11.3 0 10.7Q-1 11.3-1.9 12Z"
					fill="#e8798a"
					stroke={INK}
					stroke-width=".7"
				/>
			)}
		</g>
	);
}

export function DogeDefs() {
	return (
		<svg width="0" height="0" style={{ position: "absolute" }} aria-hidden="true">
			<defs>
				{Object.entries(COATS).map(([id, coat]) => (
					<Face key={id} id={id} coat={coat} />
				))}
			</defs>
		</svg>
	);
}
