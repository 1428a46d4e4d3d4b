import type { Call } from "./call";
import { UsageError } from "./fail";
import { note, print, printJson, printTable } from "./terminal";
import { say } from "./words";

type Key = { id: string; name: string; scopes: string[]; hint: string; expiresAt: string | null };

export async function listKeys({ given, signal, vang }: Call): Promise<void> {
  const { keys } = await vang().request<{ keys: Key[] }>("GET", "/keys", { signal });
  if (given.json) return printJson(keys);
  const head = ["keyId", "name", "hint", "scopes", "expires"] as const;
  await printTable(
    head.map((name) => say(`cli.columns.${name}`)),
    keys.map(({ id, name, hint, scopes, expiresAt }) => [
      id,
      name,
      `…${hint}`,
      scopes.join(", "),
      expiresAt ?? say("cli.keyNever"),
    ]),
  );
}

export async function createKey({ args: [name = ""], given, signal, vang }: Call): Promise<void> {
  const body = { name, scopes: given.scope, expiresInSeconds: secondsOf(given.expiresIn) };
  const key = await vang().request<Key & { secret: string }>("POST", "/keys", { signal, body });
  await printSecret(key, given.json);
}

export async function rotateKey({ args: [id = ""], given, signal, vang }: Call): Promise<void> {
  const key = await vang().request<Key & { secret: string }>("POST", "/keys/{id}/rotate", { signal, params: { id } });
  await printSecret(key, given.json);
}

export async function revokeKey({ args: [id = ""], given, signal, vang }: Call): Promise<void> {
  const revoked = await vang().request("DELETE", "/keys/{id}", { signal, params: { id } });
  if (given.json) return printJson(revoked ?? { id });
  await print(say("cli.keyRevoked", { id }));
}

/** A secret is the result, so that `vang keys create ci | save-it` works. */
async function printSecret(key: Key & { secret: string }, isJson = false): Promise<void> {
  if (isJson) return printJson(key);
  await print(key.secret);
  note(`${key.id} · ${say("cli.keyShownOnce")}`);
}

const units = { m: 60, h: 3600, d: 86_400 };

/** `30m`, `12h` or `90d` in seconds. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (!count || !unit) throw new UsageError(say("cli.badDuration", { value: text }));
  return Number(count) * units[unit as keyof typeof units];
}
