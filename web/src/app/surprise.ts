// Doge mode switched on or off, with a toast.
import { toggleDoge } from "../doge/mode";
import { t } from "../i18n";
import { toast } from "../kit/toast";

export async function surprise(): Promise<void> {
	toast({ text: (await toggleDoge()) ? t.value.dogeOn : t.value.dogeOff, icon: "paw" });
}
