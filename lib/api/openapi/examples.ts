import "server-only";
import { openai } from "./examples/openai";
import { service } from "./examples/service";
import { speechToText } from "./examples/speech-to-text";
import { textToSpeech } from "./examples/text-to-speech";
import { usageAndBilling } from "./examples/usage-and-billing";
import { voicesAndModels } from "./examples/voices-and-models";
import { webhooks } from "./examples/webhooks";
import type { OperationName } from "./operations";

/** One request and its successful response, as the description and the documentation show them. */
export type OperationExample = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** The form of the request; `file` is the name of a file. */
  form?: Record<string, string>;
} & (
  | { response: object /** The same response in its other media types. */; texts?: Record<string, string> }
  /** The media type of a response that is a file. */
  | { file: string; texts?: Record<string, string> }
  /** A response that is text. */
  | { text: string; type: string }
);

/** An example for each operation; `examples.test.ts` checks them against the schemas of the description. */
export const examples: Record<OperationName, OperationExample> = {
  ...textToSpeech,
  ...speechToText,
  ...voicesAndModels,
  ...usageAndBilling,
  ...openai,
  ...webhooks,
  ...service,
};
