import "server-only";
import type { z } from "zod";
import type { Caller } from "@/lib/access/principals/caller";
import type { Api } from "@/lib/access/principals/choices";
import { formatMilli } from "@/lib/platform/amounts";
import { days } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { listMetadataKeys } from "./metadata-keys";
import { getCallerUsage, listKeyNames, type UsageRow } from "./read";
import { asMetadataName, type UsageRequest, type usageResponseSchema } from "./schema";

type Answer = z.input<typeof usageResponseSchema>;

/** The response of `GET /usage`: the usage of the business of a key. A test key reads its own, which is not counted. */
export async function answerUsage(
  caller: Caller,
  { from, to, by: named, groupBy, limit, cursor, metadata: pair, ...filter }: UsageRequest,
): Promise<Answer> {
  if (named && groupBy) throw new AppError("INVALID_REQUEST", { param: "groupBy", message: "api.usageByTwice" });
  const by = named ?? groupBy ?? ["day"];
  const own = caller.mode === "test" ? { ...filter, key: caller.keyId } : filter;
  const metadata = pair === undefined ? undefined : asPair(pair);
  const key = await findMetadataKey(caller.businessId, by, metadata?.name);
  const { rows, next } = await getCallerUsage(caller, { from, to, by, filter: own, metadata, limit, cursor });
  const names = by.includes("key") ? await listKeyNames(caller.businessId) : null;
  return {
    from,
    to,
    window: { from: startOf(from), to: startOf(dayAfter(to)) },
    by: [...by],
    countedSince: key?.since.toISOString() ?? null,
    rows: rows.map((row) => rowOf(row, names)),
    next,
  };
}

const startOf = (day: string) => `${day}T00:00:00+07:00`;

const dayAfter = (day: string) => new Date(Date.parse(day) + days(1)).toISOString().slice(0, 10);

const asPair = (text: string) => ({ name: text.slice(0, text.indexOf(":")), value: text.slice(text.indexOf(":") + 1) });

/** The key of metadata that is asked for, if any. Throws INVALID_REQUEST for one that the business did not choose. */
async function findMetadataKey(businessId: string, by: readonly string[], filtered: string | undefined) {
  const [name = filtered] = by.flatMap((dimension) => asMetadataName(dimension) ?? []);
  if (name === undefined) return undefined;
  const keys = await listMetadataKeys(businessId);
  const key = keys.find((one) => one.name === name);
  if (key) return key;
  const chosen = keys.map((one) => one.name).join(", ") || "-";
  const values = { name: name.slice(0, 40), chosen };
  throw new AppError("INVALID_REQUEST", {
    param: name === filtered ? "metadata" : "by",
    message: "api.usageMetadataUnknown",
    values,
  });
}

function rowOf(row: UsageRow, names: Map<string, { name: string }> | null): Answer["rows"][number] {
  const { group, requests, jobs, errors, characters, audioMs, amountMilli, latency } = row;
  const { service, model: modelId, voice: voiceId, key: keyId, api, ...others } = group;
  const metadata = Object.entries(others).flatMap(([dimension, value]) => {
    const name = asMetadataName(dimension);
    return name === undefined ? [] : [[name, value]];
  });
  const { day, hour, region, result } = others;
  return {
    ...(day !== undefined && { day }),
    ...(hour !== undefined && { hour }),
    ...(region !== undefined && { region }),
    ...(result !== undefined && { result }),
    ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }),
    ...(service && { service: service as "tts" | "stt" }),
    ...(api && { api: api as Api }),
    ...(modelId !== undefined && { modelId }),
    ...(voiceId !== undefined && { voiceId }),
    ...(keyId !== undefined && { keyId, keyName: names?.get(keyId)?.name ?? null }),
    requests,
    jobs,
    errors,
    characters,
    seconds: audioMs / 1000,
    chargeVnd: Number(formatMilli(amountMilli)),
    latencyMs: latency,
  };
}
