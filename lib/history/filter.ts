import { listKeyNames } from "@/lib/billing/usage/list-key-names";
import { days, hours } from "@/lib/clock";
import type { JobWhereInput } from "@/prisma/generated/models";
import type { HistoryFilter } from "./schema";

/** The filter's condition, without the business. Spaces in a pasted tracking ID are ignored. */
export async function matching(
  businessId: string,
  { q, service, status, result, key, model, voice, region, from, to, hour }: HistoryFilter,
): Promise<JobWhereInput> {
  const isPlayground = key === "playground";
  return {
    ...(q && { trackingId: q.replace(/[\s\u200b\ufeff]/g, "").replaceAll("\0", "") }),
    service,
    status: status ?? statusOf(result),
    resultCode: result === "completed" ? undefined : clean(result),
    // The rows of the playground's keys are deleted after a day.
    keyId: isPlayground ? { notIn: [...(await listKeyNames(businessId)).keys()] } : clean(key),
    modelId: clean(model),
    voiceId: clean(voice),
    region: clean(region),
    createdAt: bounds({ from, to, hour }),
  };
}

const statusOf = (result: string | undefined) =>
  result === undefined ? undefined : result === "completed" ? "completed" : "failed";

function bounds({ from, to, hour }: Pick<HistoryFilter, "from" | "to" | "hour">): JobWhereInput["createdAt"] {
  if (from && hour !== undefined) {
    const gte = new Date(startOf(from).getTime() + hours(Number(hour)));
    return { gte, lt: new Date(gte.getTime() + hours(1)) };
  }
  const lt = to ? new Date(startOf(to).getTime() + days(1)) : undefined;
  return { gte: from ? startOf(from) : undefined, lt };
}

const clean = (text: string | undefined) => text?.toWellFormed().replaceAll("\0", "");

const startOf = (day: string) => new Date(`${day}T00:00:00+07:00`);
