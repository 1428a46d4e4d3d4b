import "server-only";
import { openai } from "./operations/openai";
import { service } from "./operations/service";
import { speechToText } from "./operations/speech-to-text";
import { textToSpeech } from "./operations/text-to-speech";
import { usageAndBilling } from "./operations/usage-and-billing";
import { voicesAndModels } from "./operations/voices-and-models";
import { webhooks } from "./operations/webhooks";

/** By operationId, the method's name in generated clients. Routes, `/openapi.json` and documentation come from this. */
export const operations = {
  ...textToSpeech,
  ...speechToText,
  ...voicesAndModels,
  ...usageAndBilling,
  ...openai,
  ...webhooks,
  ...service,
};

export type OperationName = keyof typeof operations;

/** The parts of the API: the tags of `/openapi.json` and the pages of the reference, by their last path segment. */
export const operationsByGroup = {
  "text-to-speech": textToSpeech,
  "speech-to-text": speechToText,
  "voices-and-models": voicesAndModels,
  "usage-and-billing": usageAndBilling,
  openai,
  webhooks,
  service,
};
