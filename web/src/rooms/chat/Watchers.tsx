// The number of spectators.
import "./watchers.css";
import { roomWords } from "../../i18n/rooms";
import { Icon } from "../../kit/Icon";

export function Watchers({ count }: { count: number }) {
	return (
		<span class="watchers" role="img" aria-label={roomWords.value.watching(count)}>
			<Icon name="eye" size={16} />
			{count}
		</span>
	);
}
