import "server-only";
import type { z } from "zod";
import type { Caller } from "@/lib/access/principals/caller";
import type { Api } from "@/lib/access/principals/choices";
import { formatMilli } from "@/lib/platform/amounts";
import { getCallerUsage, listKeyNames, type UsageRow } from "./read";
import type { UsageRequest, usageResponseSchema } from "./schema";

type Answer = z.input<typeof usageResponseSchema>;

/** The response of `GET /usage`: the usage of the business of a key. A test key reads its own, which is not counted. */
export async function answerUsage(
  caller: Caller,
  { from, to, by, limit, cursor, ...filter }: UsageRequest,
): Promise<Answer> {
  const own = caller.mode === "test" ? { ...filter, key: caller.keyId } : filter;
  const { rows, next } = await getCallerUsage(caller, { from, to, by, filter: own, limit, cursor });
  const names = by.includes("key") ? await listKeyNames(caller.businessId) : null;
  return { from, to, by: [...by], rows: rows.map((row) => rowOf(row, names)), next };
}

function rowOf(row: UsageRow, names: Map<string, { name: string }> | null): Answer["rows"][number] {
  const { group, requests, jobs, errors, characters, audioMs, amountMilli, latency } = row;
  const { service, model: modelId, voice: voiceId, key: keyId, api, ...others } = group;
  return {
    ...others,
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
