/** What can be redacted. `numbers` is every number, whatever it is. */
export const redactionKinds = [
  "phone",
  "cccd",
  "tax_code",
  "account",
  "card",
  "plate",
  "email",
  "amount",
  "numbers",
] as const;
export type RedactionKind = (typeof redactionKinds)[number];

/** Names for several kinds at once. */
export const redactionGroups: Record<string, readonly RedactionKind[]> = {
  pii: ["phone", "cccd", "tax_code", "account", "card", "plate", "email"],
  pci: ["card", "account"],
};

/** The kinds that names of kinds and groups stand for, or the first name that is neither. */
export function redactionsOf(names: readonly string[]): { kinds: RedactionKind[] } | { unknown: string } {
  const kinds = new Set<RedactionKind>();
  for (const name of names) {
    const known =
      (Object.hasOwn(redactionGroups, name) ? redactionGroups[name] : undefined) ??
      redactionKinds.filter((kind) => kind === name);
    if (known.length === 0) return { unknown: name };
    for (const kind of known) kinds.add(kind);
  }
  return { kinds: [...kinds] };
}
