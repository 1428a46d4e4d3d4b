import type { Vang } from "@vang/sdk";
import type { Call } from "./call";
import { options } from "./commands";
import { CliError, UsageError } from "./fail";
import type { Given } from "./parse";
import { note, print, printJson, printTable } from "./terminal";
import { say } from "./words";

type ListedKey = ReturnType<Vang["keys"]["list"]> extends AsyncIterable<infer Key> ? Key : never;

export async function listKeys({ given, signal, vang }: Call): Promise<void> {
  const keys: ListedKey[] = [];
  for await (const key of vang().keys.list({ limit: 100 }, { signal })) keys.push(key);
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
  // The server says which scopes there are.
  const scopes = given.scope as Parameters<Vang["keys"]["create"]>[0]["scopes"];
  const body = { name, scopes, expiresInSeconds: secondsOf("expiresIn", given) };
  await printSecret(await vang().keys.create(body, { signal }), given.json);
}

export async function rotateKey({ args: [id = ""], given, signal, vang }: Call): Promise<void> {
  const body = { graceSeconds: secondsOf("grace", given) };
  await printSecret(await vang().keys.rotate(id, body, { signal }), given.json);
}

export async function revokeKey({ args: [id = ""], given, signal, vang }: Call): Promise<void> {
  const revoked = await vang().keys.revoke(id, { signal });
  if (given.json) return printJson(revoked);
  await print(say("cli.keyRevoked", { id }));
}

/** A secret is the result, so that it can be piped into where it is kept. */
async function printSecret(key: { id: string; secret: string | null }, isJson = false): Promise<void> {
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
