// How many people look on.
import "./watchers.css";
import { Icon } from "../kit/Icon";
import { w } from "./words";

export function Watchers({ count }: { count: number }) {
	return (
		<span class="watchers" role="img" aria-label={w.value.watching(count)}>
			<Icon name="eye" size={16} />
			{count}
		</span>
	);
}
