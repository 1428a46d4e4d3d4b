import { z } from "zod";
import { readOnly, tool } from "../tool";

const listVoices = tool({
  name: "list_voices",
  title: "Voices",
  scope: "authenticated",
  annotations: readOnly,
  describe: () => "Free. Lists the voices: gender, region of Vietnam, models, and a link to a sample of each.",
  input: () => z.strictObject({}),
  output: z.object({
    voices: z.array(
      z.object({
        voiceId: z.string(),
        name: z.string(),
        gender: z.string(),
        region: z.string(),
        languageCode: z.string(),
        modelIds: z.array(z.string()),
        previewUrl: z.string(),
      }),
    ),
  }),
  run: async (_, { ask }) => ({ fields: (await ask("GET", "/tts/voices")).json }),
});

const listModels = tool({
  name: "list_models",
  title: "Models and prices",
  scope: "authenticated",
  annotations: readOnly,
  describe: () => "Free. Lists the models that speak (tts) and transcribe (stt), with what each costs.",
  input: () => z.strictObject({}),
  output: z.object({
    models: z.array(
      z.object({
        modelId: z.string(),
        name: z.string(),
        kind: z.string(),
        languageCodes: z.array(z.string()),
        priceVnd: z.number(),
        unit: z.string(),
      }),
    ),
  }),
  run: async (_, { ask }) => ({ fields: (await ask("GET", "/tts/models")).json }),
});

const listPronunciations = tool({
  name: "list_pronunciations",
  title: "Pronunciations",
  scope: "tts:execute",
  annotations: readOnly,
  describe: () => "Free. Lists the words that this business has read in its own way, such as names and abbreviations.",
  input: () => z.strictObject({}),
  output: z.object({ pronunciations: z.array(z.object({ written: z.string(), spoken: z.string() })) }),
  run: async (_, { ask }) => ({ fields: (await ask("GET", "/pronunciations")).json }),
});

const getBalance = tool({
  name: "get_balance",
  title: "Credit",
  scope: "balance:read",
  annotations: readOnly,
  describe: () => "Free. Says how much credit is left, in VND.",
  input: () => z.strictObject({}),
  output: z.object({
    availableVnd: z.number(),
    freeVnd: z.number(),
    heldVnd: z.number().describe("For jobs that run now."),
    currency: z.string(),
    daysLeft: z.number().optional().describe("How long it lasts as it was used lately."),
  }),
  run: async (_, { ask }) => ({ fields: (await ask("GET", "/balance")).json }),
});

export const listTools = [listVoices, listModels, listPronunciations, getBalance];
