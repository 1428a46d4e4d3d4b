// The number changes with the shape of what is kept, so that a new release never reads what an older one wrote.
const prefix = "vang.playground.1.";

/** What this tab keeps of a business's playground until sign-out: a draft and the last result. Undefined without it. */
export function readKept<Kept>(business: string, mode: "speak" | "transcribe"): Kept | undefined {
  try {
    const text = sessionStorage.getItem(`${prefix}${mode}.${business}`);
    return text ? JSON.parse(text) : undefined;
  } catch {
    // Storage may be forbidden.
    return undefined;
  }
}

export function keep(business: string, mode: "speak" | "transcribe", value: unknown): void {
  try {
    sessionStorage.setItem(`${prefix}${mode}.${business}`, JSON.stringify(value));
  } catch {
    // Storage may be full or forbidden: the page works without it.
  }
}

/** Erases every draft and result of this tab, whatever business they are of. */
export function forgetKept(): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith("vang.playground.")) sessionStorage.removeItem(name);
    }
  } catch {
    // Storage may be forbidden: then nothing was kept.
  }
}
