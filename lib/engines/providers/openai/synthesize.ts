import type { Audio } from "@/lib/engines/audio/formats";
import { afterWork, type SynthesisRequest } from "@/lib/engines/provider";
import { optionsFor } from "./options";
import type { OpenAiEngine, OpenAiTtsModel } from "./schema";
import { joinSounds, soundOf } from "./sound";
import type { Upstreams } from "./upstreams";

const maxAudioBytes = 50_000_000;

type Speaking = { upstreams: Upstreams; model: OpenAiTtsModel; voice: string; timeouts: OpenAiEngine["timeouts"] };

/** `POST audio/speech`: once, or piece by piece when the text exceeds the engine's limit. */
export async function synthesize(
  to: Speaking,
  { text, config, isLong }: SynthesisRequest,
  signal: AbortSignal,
): Promise<Audio> {
  const options = Object.fromEntries(optionsFor(to.model, config));
  const sounds: Audio[] = [];
  for (const input of cutText(text, to.model.maxInput))
    sounds.push(
      await speakPiece(to, { input, options, isLong }, signal).catch((error: unknown) => {
        throw sounds.length > 0 ? afterWork(error) : error;
      }),
    );
  return joinSounds(sounds);
}

type Piece = { input: string; options: object; isLong?: boolean };

function speakPiece(to: Speaking, { input, options, isLong }: Piece, signal: AbortSignal): Promise<Audio> {
  const { upstreams, model, voice, timeouts } = to;
  const request = { ...options, model: model.upstreamModel, input, voice, response_format: model.responseFormat };
  return upstreams.call(
    {
      method: "POST",
      path: "audio/speech",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
      maxBytes: maxAudioBytes,
      firstByteMs: timeouts.firstByteMs,
      isLong,
    },
    (reply) => soundOf(reply, model, signal),
    signal,
  );
}

type Grain = "sentence" | "word" | "grapheme";

/** Pieces of at most `max` UTF-16 units, cut at the ends of sentences; a sentence or word only if it is longer. */
export function cutText(text: string, max: number): string[] {
  return cut(text, max, ["sentence", "word", "grapheme"]).filter((piece) => piece.trim() !== "");
}

function cut(text: string, max: number, grains: readonly Grain[]): string[] {
  const [grain, ...finer] = grains;
  if (text.length <= max || !grain) return [text];
  const segments = [...new Intl.Segmenter("vi", { granularity: grain }).segment(text)];
  return join(
    segments.flatMap(({ segment }) => cut(segment, max, finer)),
    max,
  );
}

function join(parts: readonly string[], max: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const part of parts) {
    if (piece !== "" && piece.length + part.length > max) {
      pieces.push(piece);
      piece = "";
    }
    piece += part;
  }
  return [...pieces, piece];
}
