import { onTestFinished } from "vitest";
import { floor } from "@/lib/people/account/constant-time-response";

const production = floor.ms;

/** Only in this process: servers that tests start respond as in production. */
export function shortenFloor(): void {
  floor.ms = 10;
}

/** Responds as in production until the test ends. Returns how many milliseconds that takes at least. */
export function restoreFloor(): number {
  floor.ms = production;
  onTestFinished(shortenFloor);
  return production;
}
