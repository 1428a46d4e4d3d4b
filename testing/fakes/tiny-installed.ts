import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeEspeakData } from "@/lib/engines/models/install";
import { modelSchema, type SpeechModel } from "@/lib/engines/models/manifest";
import { tinyActivity, tinyDiarization, tinyRecognizer, tinyStreaming, tinyVoice, writeFiles } from "./tiny-models";

type Given = Pick<SpeechModel, "id" | "kind" | "config"> & Partial<SpeechModel>;

/** A manifest entry for a test's files. */
export function describeModel(
  given: Given,
  files: Record<string, Uint8Array>,
  address = "http://127.0.0.1:9/",
): SpeechModel {
  const license = {
    spdx: "MIT",
    url: "http://127.0.0.1:9/license",
    source: "a test",
    commercial: true,
    acceptRequired: false,
  };
  return modelSchema.parse({
    release: given.id,
    name: given.id,
    engine: "sherpa-onnx",
    engineMin: "1.13.0",
    languageCodes: ["vi"],
    license,
    files: Object.entries(files).map(([path, { length: size }]) => ({
      path,
      url: `${address}${path}`,
      mirrors: [],
      size,
      sha256: null,
    })),
    ...given,
  });
}

export const recognizerEntry = {
  id: "tiny-stt",
  kind: "stt",
  config: {
    transducer: { encoder: "encoder.onnx", decoder: "decoder.onnx", joiner: "joiner.onnx" },
    tokens: "tokens.txt",
  },
  writesCapitals: true,
} satisfies Given;

export const voiceEntry = {
  id: "tiny-tts",
  kind: "tts",
  config: { vits: { model: "voice.onnx", tokens: "tokens.txt", dataDir: "espeak-ng-data" } },
  espeakData: "espeak-ng-data",
  training: {
    data: { vi: "Không bản thu nào: mỗi âm vị là một mức.", en: "No recordings: each phoneme is a level." },
    url: "http://127.0.0.1:9/card",
  },
  consent: { kind: "corpus", url: "http://127.0.0.1:9/corpus" },
  voices: [{ voiceId: "tiny", name: "Tí", gender: "female", region: "north", speaker: 0 }],
} satisfies Given;

export const diarizationEntry = {
  id: "tiny-speakers",
  kind: "diarization",
  config: { segmentation: { pyannote: { model: "segmentation.onnx" } }, embedding: { model: "embedding.onnx" } },
} satisfies Given;

/** Writes the tiny diarization to disk, with some files replaced. */
export function layDiarization(changed: Record<string, Uint8Array> = {}) {
  const files = { ...tinyDiarization, ...changed };
  const home = mkdtempSync(join(tmpdir(), "vang-model-"));
  writeFiles(home, files);
  return { model: describeModel(diarizationEntry, files), home };
}

/** Writes the tiny recognizer to disk, with some files replaced. */
export function layRecognizer(changed: Record<string, Uint8Array> = {}) {
  const files = { ...tinyRecognizer, ...changed };
  const home = mkdtempSync(join(tmpdir(), "vang-model-"));
  writeFiles(home, files);
  return { model: describeModel(recognizerEntry, files), home };
}

/** Writes the tiny model for voice activity to disk, with some files replaced. */
export function layActivity(changed: Record<string, Uint8Array> = {}) {
  const files = { ...tinyActivity, ...changed };
  const home = mkdtempSync(join(tmpdir(), "vang-model-"));
  writeFiles(home, files);
  const config = { sileroVad: { model: "vad.onnx" } };
  return { model: describeModel({ id: "tiny-vad", kind: "vad", config }, files), home };
}

/** Writes the tiny streaming recognizer to disk, with some files replaced. */
export function layStreaming(changed: Record<string, Uint8Array> = {}) {
  const files = { ...tinyStreaming, ...changed };
  const home = mkdtempSync(join(tmpdir(), "vang-model-"));
  writeFiles(home, files);
  return { model: describeModel({ ...recognizerEntry, id: "tiny-streaming", streaming: true }, files), home };
}

/** Writes the tiny voice to disk, with its pronunciation data. */
export async function layVoice() {
  const home = mkdtempSync(join(tmpdir(), "vang-model-"));
  writeFiles(home, tinyVoice);
  await writeEspeakData(join(home, "espeak-ng-data"));
  return { model: describeModel(voiceEntry, tinyVoice), home };
}
