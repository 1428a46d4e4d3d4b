import "server-only";
import { withoutHallucinations } from "@/lib/engines/hallucinations";
import type { Transcription } from "@/lib/engines/provider";
import type { RecognizedContent } from "@/lib/speech/content";
import { type Composed, changesWords, composeTranscript } from "@/lib/speech/transcripts/compose";
import {
  describeTranscription,
  type Improvements,
  type Recognized,
  writeTranscript,
} from "@/lib/speech/transcripts/format";

/** A stretch of speech as it is delivered: its text as it is written, and the engine's words with their times. */
export type Written = { text: string; words: NonNullable<Recognized["segments"][number]["words"]> };

/**
 * The transcript of a live transcription: each utterance is written by itself, when it ends, and the whole is what was
 * delivered.
 */
export class WrittenTranscripts {
  readonly #improvements: Improvements;
  readonly #keyterms: { isRepaired: boolean; cut: number } | undefined;
  readonly #channels: { raw: Recognized; written: Recognized }[];
  #isBiased = false;
  #isWritten = true;

  constructor(channels: number, improvements: Improvements, keyterms?: { isRepaired: boolean; cut: number }) {
    this.#improvements = improvements;
    this.#keyterms = keyterms;
    const none = (): Recognized => ({ transcript: "", segments: [] });
    this.#channels = Array.from({ length: channels }, () => ({ raw: none(), written: none() }));
  }

  /** What is delivered of words that may still change: where their sentence ends is not known. */
  write(transcription: Transcription): Written {
    const formatting = this.#improvements.formatting.filter((step) => step !== "punctuate");
    return wordsOf(this.#write(transcription, { ...this.#improvements, formatting }).written);
  }

  /** The same of the last word on an utterance, which is kept. */
  add(channel: number, transcription: Transcription): Written {
    const { raw, written, isWritten } = this.#write(transcription, this.#improvements);
    this.#isBiased ||= transcription.isBiased === true;
    this.#isWritten &&= isWritten;
    const kept = this.#channels[channel];
    if (kept) {
      kept.raw = joined(kept.raw, raw);
      kept.written = joined(kept.written, written);
    }
    return wordsOf(written);
  }

  get isEmpty(): boolean {
    return this.#channels.every(({ written }) => written.transcript === "");
  }

  /** Whether all of it could be formatted. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  compose(): Composed["content"] {
    const isSeparate = this.#channels.length > 1;
    const asTheyAre = { improvements: { formatting: [], keyterms: [], redact: [] }, isSeparate };
    const { content } = composeTranscript(
      this.#channels.map(({ written }) => written),
      asTheyAre,
    );
    const raw = composeTranscript(
      this.#channels.map((channel) => channel.raw),
      asTheyAre,
    ).content;
    const { formatting } = this.#improvements;
    const effect = this.#isBiased ? "biased" : this.#keyterms?.isRepaired ? "corrected" : "ignored";
    return {
      ...content,
      formatting: this.#isWritten ? [...formatting] : [],
      ...(this.#keyterms && { keyterms: { effect, cut: this.#keyterms.cut } }),
      ...(changesWords(this.#improvements) && { raw: withoutWords(raw) }),
    };
  }

  #write(transcription: Transcription, improvements: Improvements) {
    const raw = describeTranscription(withoutHallucinations(transcription));
    const written = changesWords(improvements) ? writeTranscript(raw, improvements) : raw;
    return { raw, written: written ?? raw, isWritten: written !== null };
  }
}

const wordsOf = ({ transcript, segments }: Recognized): Written => ({
  text: transcript,
  words: segments.flatMap(({ words = [] }) => words),
});

const joined = (one: Recognized, other: Recognized): Recognized => ({
  transcript: [one.transcript, other.transcript].filter(Boolean).join(" "),
  segments: [...one.segments, ...other.segments],
});

const withoutWords = ({ transcript, segments }: Composed["content"]): NonNullable<RecognizedContent["raw"]> => ({
  transcript,
  segments: segments.map(({ start, end, text, channel }) => ({ start, end, text, channel })),
});
