import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "@/lib/api/app";
import { parse } from "@/lib/api/parse";
import { openAiSpeechSchema } from "./schema";

const { PATH } = process.env;
beforeAll(() => {
  process.env.PATH = "/nowhere";
});
afterAll(() => {
  process.env.PATH = PATH;
});

test("without FFmpeg aac and flac are rejected by name, and no list has them", async () => {
  for (const response_format of ["aac", "flac"]) {
    const sent = { input: "Xin chào", model: "tts-1", voice: "alloy", response_format };
    expect(() => parse(openAiSpeechSchema, sent)).toThrow(
      expect.objectContaining({
        code: "INVALID_REQUEST",
        details: {
          param: "response_format",
          message: "api.fieldChoice",
          values: { param: "response_format", choices: "mp3, opus, wav, pcm" },
        },
      }),
    );
  }
  const { components } = await (await createApi().request("/openapi.json")).json();
  const { response_format } = components.schemas.OpenAiSpeechRequest.properties;
  expect(response_format.enum).toEqual(["mp3", "opus", "wav", "pcm", null]);
});
