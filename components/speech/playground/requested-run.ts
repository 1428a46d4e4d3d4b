// Erased at sign-out, with what else `forgetKept` erases.
const name = "vang.playground.run";

/** A link is followed at once, or not at all. */
const validMs = 30_000;

/** The next playground of this tab runs what it is filled with, if that costs no more than this. */
export function askToRun(mostMilli: string): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ mostMilli, at: Date.now() }));
  } catch {
    // Storage can be forbidden: the playground is then only filled.
  }
}

/** Whether a run at this price was requested. True once. */
export function takeRun(milli: bigint): boolean {
  try {
    const { mostMilli = "0", at = 0 } = JSON.parse(sessionStorage.getItem(name) ?? "{}");
    sessionStorage.removeItem(name);
    return Date.now() - at < validMs && milli <= BigInt(mostMilli);
  } catch {
    return false;
  }
}
