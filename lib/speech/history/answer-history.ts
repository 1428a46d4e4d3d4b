import "server-only";
import type { z } from "zod";
import type { Caller } from "@/lib/access/principals/caller";
import type { Api } from "@/lib/access/principals/choices";
import { usedHint } from "@/lib/access/principals/used-hint";
import { statePrice } from "@/lib/money/prices/schema";
import { listKeyNames } from "@/lib/money/usage/read";
import { formatMilli } from "@/lib/platform/amounts";
import { db } from "@/lib/platform/db";
import type { Metadata } from "@/lib/speech/metadata";
import { readSearch } from "./filter";
import { findJobPage } from "./list";
import type { historyRequestSchema, historyResponseSchema } from "./response-schema";

/** A page of the jobs of a key's business, of the key's mode, with what each was charged and by which price, newest first. */
export async function answerHistory(
  { businessId, mode }: Caller,
  { cursor, limit, trackingId, metadata, ...filter }: z.infer<typeof historyRequestSchema>,
): Promise<z.infer<typeof historyResponseSchema>> {
  // The parameter is no search for words: what is no trackingId finds nothing.
  const q = trackingId && ("trackingId" in readSearch(trackingId) ? trackingId : "-");
  const colon = metadata?.indexOf(":") ?? -1;
  const [page, names] = await Promise.all([
    findJobPage(businessId, {
      cursor,
      limit,
      filter: { ...filter, mode, q },
      metadata: metadata ? { [metadata.slice(0, colon)]: metadata.slice(colon + 1) } : undefined,
    }),
    listKeyNames(businessId),
  ]);
  const ids = [...new Set(page.jobs.flatMap(({ priceId }) => priceId ?? []))];
  const prices = await db.price.findMany({
    where: { id: { in: ids } },
    select: { id: true, priceVnd: true, unit: true, from: true },
  });
  const jobs = page.jobs.map((job) => {
    const name = names.get(job.keyId);
    const price = prices.find(({ id }) => id === job.priceId);
    return {
      trackingId: job.trackingId,
      requestId: job.requestId,
      metadata: job.metadata as Metadata | null,
      service: job.service,
      api: job.api as Api | null,
      retention: job.keepsNothing ? ("none" as const) : null,
      status: job.status,
      resultCode: job.resultCode,
      modelId: job.modelId,
      voiceId: job.voiceId,
      region: job.region,
      createdAt: job.createdAt.toISOString(),
      characters: job.characters,
      audioDuration: job.audioDuration,
      processingTimeMs: Number(job.processingTimeMs),
      units: job.units,
      chargeVnd: Number(formatMilli(job.amountMilli)),
      keyId: name ? job.keyId : "playground",
      keyName: name?.name ?? null,
      keyHint: name ? usedHint(job, name) : null,
      price: price ? statePrice(price) : null,
    };
  });
  return { jobs, next: page.next };
}
