import type { EngineType } from "@/lib/engines/engine-type";
import { builtIn } from "@/lib/engines/providers/built-in";
import { espeakProvider } from "./provider";

export const espeakEngine = {
  ...builtIn("espeak"),
  open: () => ({ providers: [espeakProvider] }),
} satisfies EngineType;
