import "server-only";
import { buffer } from "node:stream/consumers";
import { speechFinished } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import type { Price } from "@/lib/money/prices/price-book";
import { quote } from "@/lib/money/prices/quote";
import { extendHolds, holdIsOpen, releaseFailed } from "@/lib/money/wallet/holds";
import { chargedOf } from "@/lib/money/wallet/parts";
import { clock } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { objectStore } from "@/lib/platform/objects/open";
import { openStream } from "@/lib/platform/stream/open";
import { type Call, describeFailed, describeFinished, isPaid, lowerHoldTo, type Outcome } from "@/lib/speech/call";
import type { RecognizedContent } from "@/lib/speech/content";
import { marksOf } from "@/lib/speech/marks";
import { endedRow, holdMs, type OpenCall } from "./open-sessions";

// Those without a region are of an earlier release.
const abandoned = `
  SELECT tracking_id AS "trackingId", call, delivered_seconds AS "deliveredSeconds",
    delivered_units AS "deliveredUnits", draft_object AS "draftObject"
  FROM live_sessions WHERE expires_at <= $1::timestamptz AND coalesce(region, $2) = $2 ORDER BY expires_at LIMIT 100`;

type Abandoned = {
  trackingId: string;
  call: OpenCall;
  deliveredSeconds: number;
  deliveredUnits: number | null;
  draftObject: string | null;
};

/**
 * Ends the sessions of dead processes: what was delivered is recorded and charged, and the rest of the hold is released.
 * The words of a transcription are kept; the audio of a text that was spoken is gone with its process. Returns how many. Two workers may end the same one: the stream takes its event once, and a hold is
 * charged once.
 */
export async function endAbandoned(): Promise<number> {
  const rows = await sql<Abandoned>("abandoned-live-sessions", abandoned, [clock.now(), env.VANG_REGION]);
  for (const row of rows) await endOne(row);
  if (rows.length > 0) log.warn({ count: rows.length }, "ended the sessions of processes that are gone");
  return rows.length;
}

async function endOne(row: Abandoned): Promise<void> {
  const { trackingId, deliveredSeconds, draftObject } = row;
  const call = callOf(row);
  const isCharged = isPaid(call) && call.amountMilli > 0n;
  if (isCharged) {
    await extendHolds([trackingId], holdMs);
    await lowerHoldTo(call, { amountMilli: call.amountMilli, units: call.units ?? 0 });
  } else if (isPaid(call)) await releaseFailed(trackingId);
  const transcript = await readDraft(draftObject);
  const outcome: Outcome = {
    audioObject: null,
    audioFormat: null,
    contentObject: transcript === null ? null : draftObject,
    inputObject: null,
    audioDuration: deliveredSeconds,
    fileSizeBytes: "0",
    marks: marksOf(call.caller.businessId, transcript ?? ""),
    resultCode: "INTERNAL",
    isFree: !isCharged,
  };
  const finished =
    call.service === "stt" ? describeFinished(call, outcome) : describeFailed(call, "INTERNAL", { isFree: !isCharged });
  const condition = isCharged ? holdIsOpen(trackingId) : undefined;
  const event = { key: trackingId, payload: finished };
  await openStream().publish(speechFinished, event, { condition, alongside: [endedRow(trackingId)] });
  // Without its hold nothing was published, and nothing can be charged.
  const { name, text, values } = endedRow(trackingId);
  await sql(name, text, values);
}

function callOf({ trackingId, call: kept, deliveredSeconds, deliveredUnits }: Abandoned): Call {
  const { service = "stt", voiceId = null, rulesVersion = null } = kept;
  const units = deliveredUnits ?? deliveredSeconds * kept.channels;
  return {
    caller: kept.caller as Caller,
    service,
    trackingId,
    modelId: kept.modelId,
    voiceId,
    languageCode: kept.languageCode,
    characters: service === "tts" ? units : null,
    rulesVersion,
    amountMilli: quote(kept.price as Price, units),
    priceId: kept.price.id,
    units,
    receivedAt: performance.now() - (clock.now().getTime() - Date.parse(kept.beganAt)),
    requestId: kept.requestId,
    metadata: kept.metadata,
    charged: () => chargedOf(trackingId),
  };
}

/** The transcript as one text; null without an object. */
async function readDraft(object: string | null): Promise<string | null> {
  const stored = object === null ? null : await objectStore().open(object);
  if (!stored) return null;
  const { transcript, raw } = JSON.parse(String(await buffer(stored.read()))) as RecognizedContent;
  return `${transcript} ${raw?.transcript ?? ""}`;
}
