// A search field with its symbol; its style is in styles/pages.css.
import { Icon } from "./Icon";

interface SearchFieldProps {
	label: string;
	value: string;
	onSearch: (text: string) => void;
}

export const SearchField = ({ label, value, onSearch }: SearchFieldProps) => (
	<label class="search">
		<Icon name="search" />
		<input
			type="search"
			aria-label={label}
			placeholder={label}
			value={value}
			onInput={(event) => onSearch(event.currentTarget.value)}
		/>
	</label>
);
