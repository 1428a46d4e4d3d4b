import "server-only";
import type { Audio } from "@/lib/engines/audio/formats";
import { resample } from "@/lib/engines/audio/resample";
import { ProviderError, type SpeechProvider, type SynthesisRequest } from "./provider";

/** Spoken before the text of a test, and over its audio every 20 seconds. */
export const testMark = "Bản thử.";

const everySeconds = 20;

/** How loud the speech under a mark stays. */
const speechUnderMark = 0.25;

const known = new WeakMap<SpeechProvider, Map<string, Audio>>();

/**
 * Marks the audio of a test by the time in it, so that no pause or option of the text keeps a mark away, and changes
 * neither its length nor the times of its words.
 */
export class TestMark {
  #mark: Audio;
  /** The samples that came before. */
  #from = 0;

  private constructor(mark: Audio) {
    this.#mark = mark;
  }

  /** Speaks the mark with a voice's default options, once in the process. Throws what the engine throws. */
  static async speak(
    provider: SpeechProvider,
    { modelId, voiceId, owner }: Pick<SynthesisRequest, "modelId" | "voiceId" | "owner">,
    signal: AbortSignal,
  ): Promise<TestMark> {
    const ofProvider = known.get(provider) ?? new Map<string, Audio>();
    known.set(provider, ofProvider);
    const name = `${modelId} ${voiceId}`;
    if (!provider.synthesize) throw new ProviderError("broken", `${provider.name} cannot speak the mark of a test.`);
    const request = { text: testMark, modelId, voiceId, owner, config: {} };
    const mark = ofProvider.get(name) ?? (await provider.synthesize(request, signal));
    ofProvider.set(name, mark);
    return new TestMark(mark);
  }

  /** Marks the samples, which follow those of the call before. */
  mix({ samples, sampleRate }: Audio): void {
    this.#mark = resample(this.#mark, sampleRate);
    const { samples: mark } = this.#mark;
    const [from, end, every] = [this.#from, this.#from + samples.length, everySeconds * sampleRate];
    for (let start = every * Math.max(1, Math.floor(from / every)); start < end; start += every) {
      const last = Math.min(end, start + mark.length);
      for (let at = Math.max(from, start); at < last; at++) {
        const mixed = (samples[at - from] ?? 0) * speechUnderMark + (mark[at - start] ?? 0);
        samples[at - from] = Math.max(-1, Math.min(1, mixed));
      }
    }
    this.#from = end;
  }
}
