import { Vang, VangError } from "@vang/sdk";
import type { Call } from "./call";
import { exitCodes } from "./commands";
import { CliError, UsageError } from "./fail";
import { numberOf } from "./parse";
import { configFile, defaultBaseUrl, findConnection, readConfig, saveConfig } from "./profiles";
import { readSecret, readStdin } from "./stdin";
import { note, print, printJson, printPairs, printTable } from "./terminal";
import { formatNumber, formatVnd, say } from "./words";

/** Checks a key and keeps it in a profile, which following runs use. */
export async function login({ given, signal }: Call): Promise<void> {
  const config = readConfig();
  const profile = given.profile ?? process.env.VANG_PROFILE ?? config.current;
  const baseUrl = (
    given.baseUrl ??
    process.env.VANG_BASE_URL ??
    config.profiles[profile]?.baseUrl ??
    defaultBaseUrl
  ).replace(/\/+$/, "");
  if (!/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : ""))
    throw new UsageError(say("cli.notAUrl", { flag: "base-url", value: baseUrl }));
  const apiKey = given.withKey
    ? String(await readStdin()).trim()
    : await readSecret(say("cli.askKey", { url: baseUrl }));
  if (!apiKey) throw new UsageError(say("cli.noKeyGiven"));
  // Voices are what every working key can list.
  await new Vang({ apiKey, baseUrl }).voices({ signal });
  const profiles = { ...config.profiles, [profile]: { apiKey, baseUrl } };
  const file = saveConfig({ current: profile, profiles });
  if (process.env.VANG_API_KEY) note(say("cli.environmentWins"));
  if (given.json) return printJson({ profile, baseUrl, key: hintOf(apiKey), file });
  await print(say("cli.loggedIn", { profile, file }));
}

export async function logout({ given }: Call): Promise<void> {
  const config = readConfig();
  const profile = given.profile ?? process.env.VANG_PROFILE ?? config.current;
  const { [profile]: removed, ...profiles } = config.profiles;
  if (!removed) throw new CliError(say("cli.noProfile", { profile }), exitCodes.key);
  saveConfig({
    current: config.current === profile ? (Object.keys(profiles)[0] ?? "default") : config.current,
    profiles,
  });
  if (given.json) return printJson({ profile });
  await print(say("cli.loggedOut", { profile }));
}

/** As the console shows a key: what kind it is, and its last four characters. */
const hintOf = (apiKey: string) => `${/^vang_(live|test)_/.exec(apiKey)?.[0] ?? ""}…${apiKey.slice(-4)}`;

export async function whoami({ given, signal, vang }: Call): Promise<void> {
  const { apiKey, baseUrl, profile } = findConnection(given.profile);
  const client = vang();
  await client.voices({ signal });
  const balance = await unlessScopeMissing(client.balance({ signal }));
  const mode = apiKey.startsWith("vang_test_") ? "test" : "live";
  const from = profile === null ? "VANG_API_KEY" : configFile();
  const record = { profile, baseUrl, key: hintOf(apiKey), mode, from, availableVnd: balance?.availableVnd ?? null };
  if (given.json) return printJson(record);
  await printPairs([
    [say("cli.whoami.service"), baseUrl],
    [say("cli.whoami.key"), `${record.key} (${say(`cli.whoami.${mode}`)})`],
    [say("cli.whoami.from"), profile === null ? "VANG_API_KEY" : `${say("cli.whoami.profile", { profile })}, ${from}`],
    ...(balance ? [[say("cli.balance.available"), formatVnd(balance.availableVnd)] as const] : []),
  ]);
}

/** What a key with a narrow scope cannot read is left out. */
async function unlessScopeMissing<Result>(response: Promise<Result>): Promise<Result | null> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof VangError && error.code === "SCOPE_MISSING") return null;
    throw error;
  }
}

export async function balance({ given, signal, vang }: Call): Promise<void> {
  const record = await vang().balance({ signal });
  if (given.json) return printJson(record);
  const { availableVnd, freeVnd, heldVnd, daysLeft } = record;
  await printPairs([
    [say("cli.balance.available"), formatVnd(availableVnd)],
    [say("cli.balance.free"), formatVnd(freeVnd)],
    [say("cli.balance.held"), formatVnd(heldVnd)],
    ...(daysLeft === null ? [] : [[say("cli.balance.daysLeft"), formatNumber(daysLeft, 0)] as const]),
  ]);
}

/** The requests of the last time, the newest first. */
export async function history({ given, signal, vang }: Call): Promise<void> {
  const most = numberOf("limit", given, { min: 1, max: 100_000 }) ?? 20;
  const { service, result, from, to } = given;
  const query = { service: service as "tts" | "stt", status: result as "completed" | "failed", from, to };
  const rows: HistoryRow[] = [];
  for await (const row of vang().history({ ...query, limit: Math.min(most, 200) }, { signal })) {
    rows.push(row);
    if (rows.length >= most) break;
  }
  if (given.json) return printJson(rows);
  const head = ["trackingId", "createdAt", "service", "model", "status", "duration", "charge"] as const;
  await printTable(
    head.map((name) => say(`cli.columns.${name}`)),
    rows.map(({ trackingId, createdAt, service, modelId, status, audioDuration, chargeVnd }) => [
      trackingId,
      createdAt,
      service,
      modelId,
      status,
      `${formatNumber(audioDuration, 1)} s`,
      formatVnd(chargeVnd),
    ]),
  );
}

type HistoryRow = ReturnType<Vang["history"]> extends AsyncIterable<infer Row> ? Row : never;

/** Today in Vietnam, where a day of the statement begins. */
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);

export async function usage({ given, signal, vang }: Call): Promise<void> {
  const to = given.to ?? today();
  const from = given.from ?? `${to.slice(0, 8)}01`;
  const by = given.by ?? "day";
  const service = given.service as "tts" | "stt" | undefined;
  const rows: UsageRow[] = [];
  for await (const row of vang().usage({ from, to, by, service, limit: 1000 }, { signal })) rows.push(row);
  if (given.json) return printJson({ from, to, by: by.split(","), rows });
  const total = rows.reduce((sum, { chargeVnd }) => sum + chargeVnd, 0);
  const groups = by.split(",").map((name) => name.trim());
  await printTable(
    [
      ...groups,
      ...(["requests", "characters", "seconds", "charge"] as const).map((name) => say(`cli.columns.${name}`)),
    ],
    rows.map((row) => [
      ...groups.map((name) => String(fieldOf(row, name) ?? "")),
      formatNumber(row.requests),
      formatNumber(row.characters),
      formatNumber(row.seconds, 1),
      formatVnd(row.chargeVnd),
    ]),
  );
  note(say("cli.usageTotal", { from, to, charge: formatVnd(Math.round(total * 1000) / 1000) }));
}

type UsageRow = ReturnType<Vang["usage"]> extends AsyncIterable<infer Row> ? Row : never;

/** A group is named `model`, its field `modelId`. */
const fieldOf = (row: object, group: string) => {
  const fields = row as Record<string, unknown>;
  return fields[group] ?? fields[`${group}Name`] ?? fields[`${group}Id`];
};
