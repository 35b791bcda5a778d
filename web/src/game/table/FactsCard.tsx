/** A card of named facts: rules, board, opening, clock. */
export function FactsCard({ facts }: { facts: readonly (readonly [string, string])[] }) {
	return (
		<section class="card facts fixed">
			<ul>
				{facts.map(([name, value]) => (
					<li key={name}>
						<span>{name}</span>
						<b>{value}</b>
					</li>
				))}
			</ul>
		</section>
	);
}
