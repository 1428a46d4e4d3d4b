import "server-only";
import { z } from "zod";
import { license, sayDescriptions } from "@/lib/api/openapi/document";
import { deepgramInputSchema } from "@/lib/api/openapi/operations/deepgram";
import { elevenLabsInputSchema, elevenLabsMessageSchema } from "@/lib/api/openapi/operations/elevenlabs";
import { deepgramInput, deepgramOutput, elevenLabsOutput } from "@/lib/api/spoken/messages";
import type { Locale } from "@/lib/platform/i18n/locale";
import { listRegions } from "@/lib/platform/regions";
import { version } from "@/package.json";
import { clientMessages, serverMessages } from "./messages";
import { deepgramSpeechPath, elevenLabsInputs, livePath } from "./paths";
import { liveQuerySchema } from "./schema";

// As input a schema allows other fields, because versions of Vang add some.
function schemaOf(schema: z.ZodType) {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const own = Object.entries(json).filter(([name]) => name !== "$schema" && name !== "$defs");
  return Object.fromEntries(own);
}

const messagesOf = (messages: Readonly<Record<string, z.ZodType>>) =>
  Object.fromEntries(
    Object.entries(messages).map(([name, schema]) => [
      name,
      { name, contentType: "application/json", payload: schemaOf(schema) },
    ]),
  );

/** Messages of bytes. */
const bytesOf = (description: string) => ({
  audio: {
    name: "audio",
    contentType: "application/octet-stream",
    payload: { type: "string", format: "binary", description },
  },
});

type Channel = {
  address: string;
  query: z.ZodType;
  headers?: object;
  /** Messages by their names. */
  received: object;
  sent: object;
};

const elevenLabsInput = { text: elevenLabsMessageSchema };

const channels: Record<string, Channel> = {
  live: {
    address: livePath,
    query: liveQuerySchema,
    headers: {
      type: "object",
      properties: { "Sec-WebSocket-Protocol": { type: "string", description: "docs.described.liveProtocols" } },
    },
    received: { ...bytesOf("docs.described.liveAudio"), ...messagesOf(clientMessages) },
    sent: messagesOf(serverMessages),
  },
  deepgramSpeech: {
    address: deepgramSpeechPath,
    query: deepgramInputSchema,
    received: messagesOf(deepgramInput),
    sent: { ...bytesOf("docs.described.spokenAudio"), ...messagesOf(deepgramOutput) },
  },
  ...Object.fromEntries(
    elevenLabsInputs.map((address) => [
      address.endsWith("multi-stream-input") ? "elevenLabsContexts" : "elevenLabsText",
      {
        address,
        query: elevenLabsInputSchema,
        received: messagesOf(elevenLabsInput),
        sent: messagesOf(elevenLabsOutput),
      },
    ]),
  ),
};

const describeChannel = ({ address, query, headers, received, sent }: Channel) => ({
  address,
  ...(address.includes("{voiceId}") && { parameters: { voiceId: { description: "docs.described.voiceId" } } }),
  messages: { ...received, ...sent },
  bindings: { ws: { method: "GET", query: schemaOf(query), ...(headers && { headers }), bindingVersion: "0.1.0" } },
});

const describeOperations = (name: string, { received, sent }: Channel) => {
  const refs = (messages: object) =>
    Object.keys(messages).map((message) => ({ $ref: `#/channels/${name}/messages/${message}` }));
  const channel = { $ref: `#/channels/${name}` };
  const own = name === "live" ? "" : name.charAt(0).toUpperCase() + name.slice(1);
  return [
    [own ? `receive${own}` : "receiveAudio", { action: "receive", channel, messages: refs(received) }],
    [own ? `send${own}` : "sendResults", { action: "send", channel, messages: refs(sent) }],
  ];
};

/** AsyncAPI 3.0 of the WebSockets, as seen by this service: live transcription, and texts that arrive to be spoken. */
export function describeLiveApi(locale: Locale): object {
  const document = {
    asyncapi: "3.0.0",
    info: { title: "Vang", version, description: "docs.described.asyncApi", license: { name: license.name } },
    defaultContentType: "application/json",
    servers: Object.fromEntries(
      listRegions().map(({ code, url }) => {
        const { host, protocol } = new URL(url);
        const security = [{ $ref: "#/components/securitySchemes/apiKey" }];
        return [code, { host, protocol: protocol === "https:" ? "wss" : "ws", security }];
      }),
    ),
    channels: Object.fromEntries(Object.entries(channels).map(([name, channel]) => [name, describeChannel(channel)])),
    operations: Object.fromEntries(Object.entries(channels).flatMap(([name, one]) => describeOperations(name, one))),
    components: {
      securitySchemes: { apiKey: { type: "httpApiKey", name: "X-Api-Key", in: "header" } },
      schemas: z.toJSONSchema(serverMessages.error, { io: "input" }).$defs,
    },
  };
  // What several schemas share stands in one place.
  const here = JSON.stringify(document).replaceAll("#/$defs/", "#/components/schemas/");
  return sayDescriptions(JSON.parse(here), locale);
}
