import "server-only";
import { z } from "zod";
import { license, sayDescriptions } from "@/lib/api/openapi/document";
import type { Locale } from "@/lib/platform/i18n/locale";
import { listRegions } from "@/lib/platform/regions";
import { version } from "@/package.json";
import { clientMessages, serverMessages } from "./messages";
import { livePath } from "./paths";
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

const refs = (names: readonly string[]) => names.map((name) => ({ $ref: `#/channels/live/messages/${name}` }));

/** AsyncAPI 3.0 of our own live transcription, as seen by this service: it receives sound and sends words. */
export function describeLiveApi(locale: Locale): object {
  const handshake = {
    type: "object",
    properties: { "Sec-WebSocket-Protocol": { type: "string", description: "docs.described.liveProtocols" } },
  };
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
    channels: {
      live: {
        address: livePath,
        messages: {
          audio: {
            name: "audio",
            contentType: "application/octet-stream",
            payload: { type: "string", format: "binary", description: "docs.described.liveAudio" },
          },
          ...messagesOf(clientMessages),
          ...messagesOf(serverMessages),
        },
        bindings: {
          ws: {
            method: "GET",
            query: schemaOf(liveQuerySchema),
            headers: handshake,
            bindingVersion: "0.1.0",
          },
        },
      },
    },
    operations: {
      receiveAudio: {
        action: "receive",
        channel: { $ref: "#/channels/live" },
        messages: refs(["audio", ...Object.keys(clientMessages)]),
      },
      sendResults: {
        action: "send",
        channel: { $ref: "#/channels/live" },
        messages: refs(Object.keys(serverMessages)),
      },
    },
    components: {
      securitySchemes: { apiKey: { type: "httpApiKey", name: "X-Api-Key", in: "header" } },
      schemas: z.toJSONSchema(serverMessages.error, { io: "input" }).$defs,
    },
  };
  // What several schemas share stands in one place.
  const here = JSON.stringify(document).replaceAll("#/$defs/", "#/components/schemas/");
  return sayDescriptions(JSON.parse(here), locale);
}
