// Registers the service worker, which caches the page for offline use. A new version is offered, not forced.
import { registerSW } from "virtual:pwa-register";
import { t } from "../i18n";
import { toast } from "../kit/toast";

export function install(): void {
	const update = registerSW({
		onNeedRefresh() {
			toast({ text: t.value.update, way: { label: t.value.reload, go: () => void update(true) } });
		},
	});
}
