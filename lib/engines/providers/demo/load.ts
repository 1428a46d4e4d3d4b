import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listConvolutions, listDense } from "./layers";
import { readNetwork } from "./onnx";
import type { Recognizer } from "./recognize-piece";
import { readVocabulary } from "./vocabulary";

/** See MODEL.md there. */
const directory = join(process.cwd(), "lib/engines/providers/demo/model");

const read = (name: string) => readFile(join(directory, name));

/** Loads the demonstration recognizer, about 13 MB of memory. */
export async function loadRecognizer(): Promise<Recognizer> {
  const [parts, tones] = await Promise.all([loadLayers("ctc.onnx"), loadLayers("tone.onnx")]);
  const [tokens, lexicon, counts] = await Promise.all([read("tokens.txt"), read("lexicon.tsv"), read("lm.json")]);
  const vocabulary = readVocabulary(tokens.toString("utf8"), lexicon.toString("utf8"), JSON.parse(counts.toString()));
  return { parts, tones, vocabulary };
}

async function loadLayers(name: string) {
  const network = readNetwork(await read(name));
  return { convolutions: listConvolutions(network), dense: listDense(network) };
}
