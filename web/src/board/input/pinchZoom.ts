// Pinch to zoom, and one-finger panning while zoomed.
import { computed, type ReadonlySignal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useMemo } from "preact/hooks";

export interface Zoom {
	readonly style: ReadonlySignal<{ transform?: string }>;
	readonly scale: ReadonlySignal<number>;
	/** Pointer events. Each returns whether the gesture is a zoom or a pan rather than a tap. */
	down(event: PointerEvent): boolean;
	move(event: PointerEvent): boolean;
	up(event: PointerEvent): boolean;
	reset(): void;
}

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
	const view = useSignal({ scale: 1, x: 0, y: 0 });
	return useMemo(() => {
		const fingers = new Map<number, Finger>();
		let gesture = false;
		const clamp = (scale: number, x: number, y: number) => {
			const box = frame.current?.getBoundingClientRect();
			const room = (size: number) => size * (scale - 1);
			const hold = (value: number, least: number) => Math.max(-least, Math.min(0, value));
			view.value = { scale, x: hold(x, room(box?.width ?? 0)), y: hold(y, room(box?.height ?? 0)) };
		};
		const spread = (): { distance: number; x: number; y: number } => {
			const [a, b] = [...fingers.values()] as [Finger, Finger];
			return { distance: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
		};
		return {
			style: computed(() => {
				const { scale, x, y } = view.value;
				return scale === 1 ? {} : { transform: `translate(${x}px, ${y}px) scale(${scale})` };
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
				if (before && box) {
					const after = spread();
					const { scale, x, y } = view.value;
					const grown = Math.max(1, Math.min(MAX_SCALE, (scale * after.distance) / Math.max(1, before.distance)));
					// Keep the point between the fingers fixed.
					const keep = (middle: number, edge: number, offset: number) =>
						middle - edge - ((middle - edge - offset) * grown) / scale;
					clamp(grown, keep(after.x, box.x, x) + after.x - before.x, keep(after.y, box.y, y) + after.y - before.y);
				} else if (view.value.scale > 1) {
					if (Math.hypot(finger.x - finger.startX, finger.y - finger.startY) > TAP_SLOP_PX) gesture = true;
					if (gesture) clamp(view.value.scale, view.value.x + dx, view.value.y + dy);
				}
				return gesture;
			},
			up(event) {
				fingers.delete(event.pointerId);
				return gesture;
			},
			reset() {
				view.value = { scale: 1, x: 0, y: 0 };
			},
		};
	}, []);
}
