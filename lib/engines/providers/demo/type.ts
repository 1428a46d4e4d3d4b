import type { EngineType } from "@/lib/engines/engine-type";
import { builtIn } from "@/lib/engines/providers/built-in";
import { env } from "@/lib/platform/env";
import { demoProvider } from "./provider";

export const demoEngine = {
  ...builtIn("demo"),
  open: () => ({ providers: env.VANG_STT_DEMO === "on" ? [demoProvider] : [] }),
} satisfies EngineType;
