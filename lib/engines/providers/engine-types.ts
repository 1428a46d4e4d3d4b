import "server-only";
import type { EngineEntry, EngineType } from "@/lib/engines/engine-type";
import { demoEngine } from "./demo/provider";
import { espeakEngine } from "./espeak/provider";
import { openAiEngine } from "./openai/provider";
import { sherpaEngine } from "./sherpa/provider";

/** In the order in which their engines are offered after those of the file. */
export const engineTypes: readonly EngineType[] = [openAiEngine, sherpaEngine, espeakEngine, demoEngine];

export function typeOf({ type }: EngineEntry): EngineType {
  const found = engineTypes.find((candidate) => candidate.type === type);
  if (!found) throw new Error(`There is no engine of type ${type}.`);
  return found;
}
