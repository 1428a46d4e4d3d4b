import "server-only";
import { decodedRate } from "@/lib/engines/audio/decode";
import { decodeWav } from "@/lib/engines/audio/decoding/wav";
import { findModelPrice, findOffered, firstModel, listModels, type Offered } from "@/lib/engines/catalogue";
import { asAppError } from "@/lib/engines/provider-error";
import { transcribeWithEngine } from "@/lib/engines/speak";
import { quote } from "@/lib/money/prices/quote";
import { paySample } from "@/lib/money/wallet/grants";
import { hours, minutes, seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { networkOf, networksOf } from "@/lib/platform/net/client-key";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";
import { checkText, chooseModelOf } from "./check";
import { maxSampleCharacters, maxSampleSeconds } from "./choices";
import { speakTimed, type TimedSample } from "./timed-sample";

/** Limits for one network (IPv4 /24, IPv6 /64), and for all visitors together: what the samples of a day can cost is bounded. */
const ofNetwork = openAttempts("samples", 20, minutes(10));
const ofAll = openAttempts("samples-all", 300, hours(1));

/** As many more once those are used up, of which each network has few, so that some networks cannot use up all. */
const keptForNetwork = openAttempts("samples-kept", 6, hours(1));
const keptForAll = openAttempts("samples-kept-all", 300, hours(1));

/** Engines share their capacity among owners: all visitors together are one. */
const owner = "front-page";

async function count(ip: string | null): Promise<void> {
  await ofNetwork.count(networkOf(ip));
  if (await ofAll.isAllowed("all")) return;
  const [widest = ""] = networksOf(ip).slice(-1);
  await keptForNetwork.count(widest);
  await keptForAll.count("all");
}

/** Keeps nothing; the platform pays for it. Throws TEXT_*, VOICE_UNKNOWN, TOO_MANY_ATTEMPTS, PROVIDER_*, OVERLOADED. */
export async function speakSample(sent: string, voiceId: string, ip: string | null): Promise<TimedSample> {
  const { seen, characters } = checkText({ text: sent.slice(0, maxSampleCharacters * 4) });
  if (characters > maxSampleCharacters) {
    throw new AppError("TEXT_TOO_LONG", {
      param: "text",
      message: "speech.tooLong",
      values: { max: maxSampleCharacters, sent: characters },
    });
  }
  const chosen = chooseModelOf(voiceId);
  await count(ip);
  const signal = AbortSignal.timeout(seconds(15));
  try {
    const sample = await speakTimed({ owner, text: seen }, chosen, signal);
    await pay(chosen, characters);
    return sample;
  } catch (error) {
    throw asAppError(error);
  }
}

/** The model that transcribes people; undefined where there is only the demo recognizer, which knows our own voices. */
export const findSampleRecognizer = () =>
  firstModel(listModels().filter(({ kind, engine }) => kind === "stt" && engine !== "demo-synthetic"));

/** A visitor's own voice as text. Nothing of it is kept. Throws as `speakSample`, and AUDIO_INVALID, MODEL_UNKNOWN. */
export async function transcribeSample(wav: Uint8Array, ip: string | null): Promise<string> {
  const modelId = findSampleRecognizer()?.modelId ?? "";
  const { offered } = findOffered({ modelId });
  if (!offered) throw new AppError("MODEL_UNKNOWN");
  await count(ip);
  const signal = AbortSignal.timeout(seconds(30));
  try {
    const decoded = decodeWav(wav, { sampleRate: decodedRate, maxSeconds: maxSampleSeconds + 1 });
    if (!decoded) throw new AppError("AUDIO_INVALID");
    const { text } = await transcribeWithEngine(
      { owner, audio: decoded, modelId, config: {} },
      offered.provider,
      signal,
    );
    await pay(offered, Math.ceil(decoded.durationSeconds));
    return text;
  } catch (error) {
    throw asAppError(error);
  }
}

async function pay(offered: Offered, units: number): Promise<void> {
  const amountMilli = quote(await findModelPrice(offered, null), units);
  if (amountMilli > 0n) await paySample(`sample:${newId("transfer")}`, amountMilli);
}
