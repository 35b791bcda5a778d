// Pinch to zoom, one-finger panning while zoomed, and a part of the board that is shown enlarged.
import { computed, type ReadonlySignal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useMemo } from "preact/hooks";

/** What of the board is shown: its scale, and where its upper left corner is, in widths and heights of the frame. */
export interface View {
	readonly scale: number;
	readonly x: number;
	readonly y: number;
}

export interface Zoom {
	readonly style: ReadonlySignal<{ transform?: string }>;
	readonly scale: ReadonlySignal<number>;
	/** Pointer events. Each returns whether the gesture is a zoom or a pan rather than a tap. */
	down(event: PointerEvent): boolean;
	move(event: PointerEvent): boolean;
	up(event: PointerEvent): boolean;
	to(view: View): void;
	reset(): void;
}

const WHOLE: View = { scale: 1, x: 0, y: 0 };

const MAX_SCALE = 3.5;
/** Movement below this is still a tap. */
const TAP_SLOP_PX = 12;

interface Finger {
	x: number;
	y: number;
	startX: number;
	startY: number;
}

export function usePinch(frame: RefObject<HTMLElement | null>): Zoom {
	const view = useSignal(WHOLE);
	return useMemo(() => {
		const fingers = new Map<number, Finger>();
		let gesture = false;
		const clamp = (scale: number, x: number, y: number) => {
			const hold = (value: number) => Math.max(1 - scale, Math.min(0, value));
			view.value = { scale, x: hold(x), y: hold(y) };
		};
		const spread = (): { distance: number; x: number; y: number } => {
			const [a, b] = [...fingers.values()] as [Finger, Finger];
			return { distance: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
		};
		return {
			style: computed(() => {
				const { scale, x, y } = view.value;
				return scale === 1 ? {} : { transform: `translate(${100 * x}%, ${100 * y}%) scale(${scale})` };
			}),
			scale: computed(() => view.value.scale),
			down(event) {
				if (event.pointerType !== "touch") return false;
				if (fingers.size === 0) gesture = false;
				fingers.set(event.pointerId, {
					x: event.clientX,
					y: event.clientY,
					startX: event.clientX,
					startY: event.clientY,
				});
				if (fingers.size > 1) gesture = true;
				return gesture;
			},
			move(event) {
				const finger = fingers.get(event.pointerId);
				if (!finger) return false;
				const before = fingers.size === 2 ? spread() : null;
				const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
				finger.x = event.clientX;
				finger.y = event.clientY;
				const box = frame.current?.getBoundingClientRect();
				if (!box) return gesture;
				if (before) {
					const after = spread();
					const { scale, x, y } = view.value;
					const grown = Math.max(1, Math.min(MAX_SCALE, (scale * after.distance) / Math.max(1, before.distance)));
					// Keep the point between the fingers fixed.
					const keep = (middle: number, moved: number, edge: number, size: number, offset: number) => {
						const at = (middle - edge) / size;
						return at - ((at - offset) * grown) / scale + moved / size;
					};
					clamp(
						grown,
						keep(after.x, after.x - before.x, box.x, box.width, x),
						keep(after.y, after.y - before.y, box.y, box.height, y),
					);
				} else if (view.value.scale > 1) {
					if (Math.hypot(finger.x - finger.startX, finger.y - finger.startY) > TAP_SLOP_PX) gesture = true;
					if (gesture) clamp(view.value.scale, view.value.x + dx / box.width, view.value.y + dy / box.height);
				}
				return gesture;
			},
			up(event) {
				fingers.delete(event.pointerId);
				return gesture;
			},
			to({ scale, x, y }) {
				clamp(scale, x, y);
			},
			reset() {
				view.value = WHOLE;
			},
		};
	}, []);
}
