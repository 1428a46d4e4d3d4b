// The number changes with the shape of what is stored, so that a new release never reads an old format.
const prefix = "vang.playground.2.";

type Mode = "speak" | "transcribe" | "live" | "books";

/** What this tab stores of a business's playground until sign-out, a draft and the last result; or undefined. */
export function readKept<Kept>(business: string, mode: Mode): Kept | undefined {
  try {
    const text = sessionStorage.getItem(`${prefix}${mode}.${business}`);
    return text ? JSON.parse(text) : undefined;
  } catch {
    // Storage can be forbidden.
    return undefined;
  }
}

export function keep(business: string, mode: Mode, value: unknown): void {
  try {
    sessionStorage.setItem(`${prefix}${mode}.${business}`, JSON.stringify(value));
  } catch {
    // Storage can be full or forbidden: the page works without it.
  }
}

/** Erases all drafts and results of this tab, and what this browser waits for, for every business. */
export function forgetKept(): void {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      for (const name of Object.keys(storage)) {
        if (name.startsWith("vang.playground.")) storage.removeItem(name);
      }
    }
  } catch {
    // Storage can be forbidden: then nothing was stored.
  }
}
