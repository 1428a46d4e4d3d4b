import "server-only";
import { days } from "@/lib/clock";
import type { JobWhereInput } from "@/prisma/generated/models";
import type { HistoryFilter } from "./schema";

/** The filter's condition, without the business. Spaces in a pasted tracking ID are ignored. */
export const matching = ({ q, service, status, key, model, voice, from, to }: HistoryFilter): JobWhereInput => ({
  ...(q && { trackingId: q.replace(/[\s\u200b\ufeff]/g, "").replaceAll("\0", "") }),
  service,
  status,
  keyId: clean(key),
  modelId: clean(model),
  voiceId: clean(voice),
  createdAt: { gte: from ? startOf(from) : undefined, lt: to ? new Date(startOf(to).getTime() + days(1)) : undefined },
});

const clean = (text: string | undefined) => text?.toWellFormed().replaceAll("\0", "");

const startOf = (day: string) => new Date(`${day}T00:00:00+07:00`);
