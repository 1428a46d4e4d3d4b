import "server-only";
import type { EngineEntry, EngineType } from "@/lib/engines/engine-type";
import { demoEngine } from "./demo/type";
import { espeakEngine } from "./espeak/type";
import { openAiEngine } from "./openai/type";
import { sherpaEngine } from "./sherpa/type";

/** In the order in which their engines are offered after those of the file. */
export const engineTypes: readonly EngineType[] = [openAiEngine, sherpaEngine, espeakEngine, demoEngine];

export function typeOf({ type }: EngineEntry): EngineType {
  const found = engineTypes.find((candidate) => candidate.type === type);
  if (!found) throw new Error(`There is no engine of type ${type}.`);
  return found;
}
