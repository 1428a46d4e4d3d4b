import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { requirePackedSound } from "@/lib/engines/audio/packed-as-sent";
import { separateChannels } from "@/lib/engines/audio/samples-as-sent";
import { findModelPrice } from "@/lib/engines/catalogue";
import { quote } from "@/lib/money/prices/quote";
import { newId } from "@/lib/platform/ids";
import type { Arrival, Call } from "@/lib/speech/call";
import { runCall } from "@/lib/speech/run";
import { chooseModel, isVietnamese, languageOf } from "@/lib/speech/transcribe";
import { findOwnSettings, wantedTranscript } from "@/lib/speech/transcripts/settings";
import type { LiveOutput, LiveRequest } from "./contract";
import { sliceSeconds } from "./meter";
import { endedRow, holdMs, recordOpen } from "./open-sessions";
import { Recording } from "./recording";
import { LiveSession } from "./session";
import { WrittenTranscripts } from "./written";

/**
 * Begins a live transcription: one job, whose sound comes while it is spoken. Resolves when its first slice is held and
 * the engine is ready; from then on everything that it has to say goes to `take`, and `done` or `error` comes last. Throws
 * AUDIO_UNSUPPORTED, MODEL_UNKNOWN, LIVE_KEY_REQUIRED, INSUFFICIENT_CREDIT, SPEND_CAP_REACHED, TOO_MANY_ATTEMPTS.
 */
export async function openLiveSession(
  caller: Caller,
  request: LiveRequest,
  arrival: Omit<Arrival, "fingerprint" | "signal">,
  take: (output: LiveOutput) => void,
): Promise<LiveSession> {
  if (request.sound.encoding === "opus") requirePackedSound();
  const offered = chooseModel(request.modelId, caller);
  const price = await findModelPrice(offered, caller.businessId);
  const channels = separateChannels(request.sound);
  const units = sliceSeconds * channels;
  const trackingId = newId("stt");
  const call: Call = {
    caller,
    service: "stt",
    trackingId,
    modelId: offered.model.modelId,
    voiceId: null,
    languageCode: request.languageCode ?? null,
    characters: null,
    rulesVersion: null,
    amountMilli: quote(price, units),
    units,
    priceId: price.id,
    receivedAt: arrival.receivedAt,
    requestId: arrival.requestId,
    metadata: arrival.metadata,
    place: arrival.place,
    expiresInMs: holdMs,
    alongside: [endedRow(trackingId)],
  };
  const { formatting, terms, cut } = wantedTranscript(request, await findOwnSettings(caller));
  const isVi = isVietnamese(languageOf(request, offered));
  const transcripts = new WrittenTranscripts(
    channels,
    { formatting: isVi ? formatting : [], keyterms: isVi ? terms : [], redact: [] },
    terms.length > 0 ? { isRepaired: isVi, cut } : undefined,
  );
  return new Promise((resolve, reject) => {
    const ran = runCall(call, async () => {
      await recordOpen(call, price, channels);
      const recording = caller.keepsNothing ? null : await Recording.create(channels);
      const session = new LiveSession({ call, request, offered, price, terms, transcripts, recording, take, ran });
      resolve(session);
      return session.run();
    });
    ran.catch(reject);
  });
}
