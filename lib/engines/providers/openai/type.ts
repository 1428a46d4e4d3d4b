import { EngineFileError } from "@/lib/engines/config/engine-file-error";
import type { EngineType } from "@/lib/engines/engine-type";
import { openOpenAi } from "./provider";
import { type OpenAiEngine, openAiSchema } from "./schema";

export const openAiEngine = {
  type: "openai",
  schema: openAiSchema,
  docs: 'An engine over HTTP: `"type": "openai"`',
  isBuiltIn: false,
  complete({ upstreams }: OpenAiEngine, settings) {
    for (const [place, upstream] of upstreams.entries()) {
      if (!upstream.apiKeyEnv) continue;
      upstream.apiKey = settings[upstream.apiKeyEnv];
      if (upstream.apiKey) continue;
      throw new EngineFileError(`upstreams[${place}].apiKeyEnv: ${upstream.apiKeyEnv} is not set`);
    }
  },
  listPrices: ({ models }: OpenAiEngine) => Object.fromEntries(models.map(({ modelId, prices }) => [modelId, prices])),
  open: (engine: OpenAiEngine, onChange) => ({ providers: [openOpenAi(engine, onChange)] }),
} satisfies EngineType;
