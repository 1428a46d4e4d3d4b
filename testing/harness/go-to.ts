import { clock } from "@/lib/platform/clock";

/** Moves our clock to a moment. */
export function goTo(moment: string | Date): void {
  clock.reset();
  clock.advance(new Date(moment).getTime() - Date.now());
}
