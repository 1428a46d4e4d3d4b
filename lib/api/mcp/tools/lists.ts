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

const pronunciation = { written: z.string(), spoken: z.string() };

const listPronunciations = tool({
  name: "list_pronunciations",
  title: "Pronunciations",
  scope: "pronunciations",
  annotations: readOnly,
  describe: () => "Free. Lists the words that this business has read in its own way, such as names and abbreviations.",
  input: () => z.strictObject({}),
  output: z.object({ pronunciations: z.array(z.object(pronunciation)) }),
  run: async (_, { ask }) => ({ fields: (await ask("GET", "/pronunciations")).json }),
});

const savePronunciation = tool({
  name: "save_pronunciation",
  title: "Save a pronunciation",
  scope: "pronunciations:manage",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  describe: () =>
    "Free. From now on, every text of this business has a word read in this way; what was saved for that word before is replaced.",
  input: () =>
    z.strictObject({
      written: z.string().min(1).max(100).describe("As in texts, such as ACB."),
      spoken: z.string().min(1).max(200).describe("In Vietnamese syllables, such as a xê bê."),
    }),
  output: z.object(pronunciation),
  run: async (sent, { ask }) => ({ fields: (await ask("PUT", "/pronunciations", { json: sent })).json }),
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

export const listTools = [listVoices, listModels, listPronunciations, savePronunciation, getBalance];
