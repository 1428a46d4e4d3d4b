import "server-only";
import { EngineFileError } from "@/lib/engines/config/fields";
import type { EngineType } from "@/lib/engines/engine-type";
import { type Model, rejection, type SpeechProvider } from "@/lib/engines/provider";
import { Discovery } from "./discovery";
import { defaultConfig } from "./options";
import { type OpenAiEngine, type OpenAiModel, type OpenAiTtsModel, openAiSchema } from "./schema";
import { synthesize } from "./synthesize";
import { transcribe } from "./transcribe";
import { Upstreams } from "./upstreams";
import { listedVoices, mergeVoices } from "./voices";

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

/** Any server with OpenAI's audio API. A model that discovers its voices has none until `onVoices` is called. */
export function openOpenAi(engine: OpenAiEngine, onVoices: () => void): SpeechProvider {
  const upstreams = new Upstreams(engine);
  const ttsModels = engine.models.filter((model) => model.kind === "tts");
  const offered = new Map(ttsModels.map((model) => [model.modelId, listedVoices(model)]));
  const discoveries = ttsModels.filter(({ voices }) => !Array.isArray(voices)).map(discover);
  const rejectedTimings = new Set<string>();

  function discover(model: OpenAiTtsModel): Discovery {
    return new Discovery(engine, model, upstreams, (voices) => {
      offered.set(model.modelId, voices);
      onVoices();
    });
  }

  for (const discovery of discoveries) void discovery.run();
  return {
    name: engine.id,
    get voices() {
      return mergeVoices([...offered.values()].flat());
    },
    models: engine.models.map(describeModel),
    concurrency: upstreams.concurrency,
    async synthesize(request, signal) {
      const model = findModel(ttsModels, request.modelId);
      const found = offered.get(model.modelId)?.find(({ voice }) => voice.voiceId === request.voiceId);
      if (!found) throw rejection({ param: "voiceId", message: "errors.VOICE_NOT_IN_MODEL" });
      return synthesize({ upstreams, model, voice: found.upstreamVoice, timeouts: engine.timeouts }, request, signal);
    },
    async transcribe(request, signal) {
      return transcribe(
        { upstreams, model: findModel(engine.models, request.modelId), rejectedTimings },
        request,
        signal,
      );
    },
    listUpstreams: () => upstreams.list(),
    health: (signal) => upstreams.health(signal),
    async close() {
      for (const discovery of discoveries) discovery.stop();
      await upstreams.close();
    },
  };
}

const describeModel = (model: OpenAiModel): Model => ({
  modelId: model.modelId,
  name: model.name,
  kind: model.kind,
  languageCodes: model.languageCodes,
  ...(model.kind === "tts" && { normalises: model.normalises }),
  ...(model.kind === "stt" && model.diarize && { diarizesBy: "remote_engine" as const }),
  config: defaultConfig(model),
});

function findModel<Kind extends OpenAiModel>(models: readonly Kind[], modelId: string): Kind {
  const model = models.find((candidate) => candidate.modelId === modelId);
  if (!model) throw rejection({ param: "modelId", message: "errors.MODEL_UNKNOWN" });
  return model;
}
