import { setTimeout as sleep } from "node:timers/promises";
import { minutes, seconds } from "@/lib/platform/clock";
import type { Notification } from "./sign-notification";

/** SePay's: 8 attempts in 33 minutes. */
export const scheduleMs = [0, 1, 1, 2, 3, 5, 8, 13].map(minutes);

/** One attempt: the status of the response, or why there is none. */
export async function attempt(url: string, { path, headers, body }: Notification): Promise<number | string> {
  const signal = AbortSignal.timeout(seconds(30));
  try {
    const response = await fetch(url + path, { method: "POST", headers, body, signal, redirect: "manual" });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? name;
  }
}

/**
 * Sends a notification until it is answered with 2xx, each time signed again, with the pauses of the schedule. Returns
 * whether it arrived.
 */
export async function deliver(
  url: string,
  sign: () => Notification,
  { pausesMs = scheduleMs, print = (_: string): void => undefined } = {},
): Promise<boolean> {
  for (const [index, pauseMs] of pausesMs.entries()) {
    await sleep(pauseMs);
    const answer = await attempt(url, sign());
    print(`attempt ${index + 1} of ${pausesMs.length}: ${answer}`);
    if (typeof answer === "number" && answer >= 200 && answer < 300) return true;
  }
  return false;
}
