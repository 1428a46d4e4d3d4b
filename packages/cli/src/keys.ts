import type { Call } from "./call";
import { options } from "./commands";
import { CliError, UsageError } from "./fail";
import type { Given } from "./parse";
import { note, print, printJson, printTable } from "./terminal";
import { say } from "./words";

type Key = { id: string; name: string; status: string; scopes: string[]; hint: string; expiresAt: string | null };

type Created = Key & { secret: string | null };

export async function listKeys({ given, signal, vang }: Call): Promise<void> {
  const client = vang();
  const keys: Key[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { limit: 100, cursor };
    const page = await client.request<{ keys: Key[]; next: string | null }>("GET", "/keys", { signal, query });
    keys.push(...page.keys);
    cursor = page.next;
  }
  if (given.json) return printJson(keys);
  const head = ["keyId", "name", "hint", "status", "scopes", "expires"] as const;
  await printTable(
    head.map((name) => say(`cli.columns.${name}`)),
    keys.map(({ id, name, hint, status, scopes, expiresAt }) => [
      id,
      name,
      `…${hint}`,
      status,
      scopes.join(", "),
      expiresAt ?? say("cli.keyNever"),
    ]),
  );
}

export async function createKey({ args: [name = ""], given, signal, vang }: Call): Promise<void> {
  if (!given.scope) throw new UsageError(say("cli.missingArgument", { name: "--scope" }));
  const body = { name, scopes: given.scope, expiresInSeconds: secondsOf("expiresIn", given) };
  await printSecret(await vang().request<Created>("POST", "/keys", { signal, body }), given.json);
}

export async function rotateKey({ args: [id = ""], given, signal, vang }: Call): Promise<void> {
  const body = { graceSeconds: secondsOf("grace", given) };
  await printSecret(
    await vang().request<Created>("POST", "/keys/{id}/rotate", { signal, params: { id }, body }),
    given.json,
  );
}

export async function revokeKey({ args: [id = ""], given, signal, vang }: Call): Promise<void> {
  const revoked = await vang().request("DELETE", "/keys/{id}", { signal, params: { id } });
  if (given.json) return printJson(revoked ?? { id });
  await print(say("cli.keyRevoked", { id }));
}

/** A secret is the result, so that it can be piped into where it is kept. */
async function printSecret(key: Created, isJson = false): Promise<void> {
  if (isJson) return printJson(key);
  // The response was lost, and that to the repeated request has no secret.
  if (key.secret === null) throw new CliError(say("cli.keySecretLost", { id: key.id }));
  await print(key.secret);
  note(`${key.id} · ${say("cli.keyShownOnce")}`);
}

const units = { m: 60, h: 3600, d: 86_400 };

/** `30m`, `12h` or `90d` in seconds. */
function secondsOf(id: "expiresIn" | "grace", given: Given): number | undefined {
  const text = given[id];
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (!count || !unit) throw new UsageError(say("cli.badDuration", { flag: options[id].flag, value: text }));
  return Number(count) * units[unit as keyof typeof units];
}
