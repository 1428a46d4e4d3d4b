import "server-only";
import { z } from "zod";
import { flag } from "@/lib/api/live/schema";
import { rulesSchema } from "@/lib/speech/pronunciations/dictionary-rules";
import { pronunciationSchema } from "@/lib/speech/pronunciations/schema";
import { nullAsAbsent } from "@/lib/speech/schema";
import { at } from "./shared";

const name = pronunciationSchema.shape.spoken;

const newDictionarySchema = z.object({
  name,
  rules: rulesSchema,
  description: nullAsAbsent(z.string().max(500)),
  /** All keys of a business are equal. */
  workspace_access: nullAsAbsent(z.string()),
});

export const elevenLabsListSchema = z.looseObject({
  cursor: z.string().max(200).optional(),
  page_size: z.coerce.number("api.fieldInteger").int("api.fieldInteger").min(1).max(100).default(30),
  include_archived: flag.default(true),
});

const dictionaryId = z.object({ dictionaryId: z.string() });
const id = z.object({ id: z.string() });

const dictionaries = {
  method: "post",
  internal: true,
  scope: "tts:execute",
  responseHeaders: ["X-Ignored"],
} as const;

const path = "/v1/pronunciation-dictionaries";

/** Lists of words that requests of ElevenLabs' clients name. A test key reads them, and changes none. */
export const elevenLabsDictionaries = {
  createElevenLabsDictionary: at([`${path}/add-from-rules`], {
    ...dictionaries,
    isLiveOnly: true,
    body: newDictionarySchema,
    response: id.loose(),
  }),
  listElevenLabsDictionaries: at([path], {
    ...dictionaries,
    method: "get",
    query: elevenLabsListSchema,
    response: z.object({
      pronunciation_dictionaries: z.array(id.loose()),
      next_cursor: z.string().nullable(),
      has_more: z.boolean(),
    }),
  }),
  getElevenLabsDictionary: at([`${path}/{dictionaryId}`], {
    ...dictionaries,
    method: "get",
    params: dictionaryId,
    response: id.loose(),
  }),
  changeElevenLabsDictionary: at([`${path}/{dictionaryId}`], {
    ...dictionaries,
    method: "patch",
    isLiveOnly: true,
    params: dictionaryId,
    body: z.object({ name: nullAsAbsent(name), archived: nullAsAbsent(z.boolean()) }),
    response: id.loose(),
  }),
  addElevenLabsRules: at([`${path}/{dictionaryId}/add-rules`, `${path}/{dictionaryId}/set-rules`], {
    ...dictionaries,
    isLiveOnly: true,
    params: dictionaryId,
    body: z.object({ rules: rulesSchema }),
    response: id.loose(),
  }),
  removeElevenLabsRules: at([`${path}/{dictionaryId}/remove-rules`], {
    ...dictionaries,
    isLiveOnly: true,
    params: dictionaryId,
    body: z.object({ rule_strings: z.array(z.string().max(1000)).max(1000) }),
    response: id.loose(),
  }),
  downloadElevenLabsDictionary: at([`${path}/{dictionaryId}/{versionId}/download`], {
    ...dictionaries,
    method: "get",
    params: z.object({ dictionaryId: z.string(), versionId: z.string() }),
    response: ["application/pls+xml"],
  }),
};
