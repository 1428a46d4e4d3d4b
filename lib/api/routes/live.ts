import "server-only";
import type { Hono } from "hono";
import type { WebSocket } from "ws";
import type { ApiEnv } from "@/lib/api/authenticate";
import { type ApiCall, endpoint } from "@/lib/api/endpoint";
import { findIgnored, unknownNames, writeIgnored } from "@/lib/api/fields";
import { LiveConnection, type Wire } from "@/lib/api/live/connection";
import { deepgramWire } from "@/lib/api/live/deepgram-wire";
import { JambonzWire } from "@/lib/api/live/jambonz-wire";
import { liveProtocol, protocolsOf, realtimeProtocol } from "@/lib/api/live/paths";
import { RealtimeWire } from "@/lib/api/live/realtime-wire";
import { deepgramEncodings, deepgramQuerySchema, jambonzQuerySchema, liveQuerySchema } from "@/lib/api/live/schema";
import type { Upgrade } from "@/lib/api/live/upgrade";
import { vangWire } from "@/lib/api/live/vang-wire";
import { watchKey } from "@/lib/api/live/watch-keys";
import { operations } from "@/lib/api/openapi/operations";
import { keptHeaders } from "@/lib/api/retention";
import { StreamedAnswer } from "@/lib/api/running-jobs";
import { chooseLiveRecognizer } from "@/lib/api/vendors/names";
import { decodedRate } from "@/lib/engines/audio/decode";
import { type SentSound, separateChannels } from "@/lib/engines/audio/samples-as-sent";
import { makeLiveToken } from "@/lib/keys/live-tokens";
import { AppError } from "@/lib/platform/errors";
import { parseAddress } from "@/lib/platform/net/networks";
import type { LiveRequest } from "@/lib/speech/live/contract";
import { openLiveSession } from "@/lib/speech/live/open";
import type { LiveSession } from "@/lib/speech/live/session";
import { readMetadata } from "@/lib/speech/metadata";
import { formattingOf, keytermsOf } from "@/lib/speech/transcripts/schema";

/** Live transcription: its WebSockets, and the tokens by which browsers open them. */
export function declareLive(app: Hono<ApiEnv>): void {
  for (const operation of operations.transcribeLive) {
    endpoint(app, operation, (call) => {
      const { encoding, sampleRate, channels, interim, silenceMs, keyterms, ...fields } = call.query;
      const sound = { encoding, sampleRate, channels: channels as 1 | 2 };
      const request = { ...fields, sound, silenceMs, wantsPartials: interim, keyterms };
      call.ignored.push(...findIgnored(sentQuery(call), Object.keys(liveQuerySchema.shape)));
      return serve(call, { request, wire: vangWire(call.requestId, call.ignored), protocol: liveProtocol });
    });
  }
  for (const operation of operations.listenLive) {
    endpoint(app, operation, (call) => {
      const { query } = call;
      call.ignored.push(...unknownNames(sentQuery(call), deepgramQuerySchema));
      const channels = query.channels as 1 | 2;
      const encoding = query.encoding ? deepgramEncodings[query.encoding] : "opus";
      if (encoding !== "opus" && query.sample_rate === undefined)
        throw new AppError("INVALID_REQUEST", { param: "sample_rate", message: "api.fieldMissing" });
      const sound: SentSound = {
        encoding,
        sampleRate: query.sample_rate ?? decodedRate,
        channels,
        isMixed: channels === 2 && !query.multichannel,
      };
      const request = {
        modelId: chooseLiveRecognizer(query.model),
        // `multi` asks to recognize the language, which the model's own stands for.
        languageCode: query.language === "multi" ? undefined : query.language,
        sound,
        wantsPartials: query.interim_results,
        silenceMs: query.endpointing,
        formatting: formattingOf(query),
        keyterms: keytermsOf(query),
      };
      const wire = deepgramWire({
        requestId: call.requestId,
        modelId: query.model ?? "",
        channels: separateChannels(sound),
        hasStarts: query.vad_events,
        hasEnds: query.utterance_end_ms !== undefined,
      });
      return serve(call, { request, wire, protocol: offeredBy(call)[0] });
    });
  }
  for (const operation of operations.transcribeRealtime) {
    endpoint(app, operation, (call) => {
      const wire = new RealtimeWire(call.requestId, call.query.model);
      const protocol = offeredBy(call).find((one) => one === realtimeProtocol);
      return serveLater(call, { wire, ask: () => wire.request, protocol });
    });
  }
  for (const operation of operations.transcribeForJambonz) {
    endpoint(app, operation, (call) => {
      const wire = new JambonzWire(call.requestId);
      call.ignored.push(...findIgnored(sentQuery(call), Object.keys(jambonzQuerySchema.shape)));
      return serveLater(call, { wire, ask: () => ({ ...call.query, ...wire.request }) });
    });
  }
  for (const operation of operations.createLiveToken) {
    endpoint(app, operation, async ({ caller, secretId, body, readAddress }) => {
      const { ttlSeconds, maxSessionSeconds } = body;
      const sentFrom = readAddress();
      const address = sentFrom === null ? null : parseAddress(sentFrom);
      const metadata = readMetadata({ field: body.metadata });
      const keepsNothing = caller.keepsNothing ?? false;
      const wanted = { ttlSeconds, longestSeconds: maxSessionSeconds, metadata, keepsNothing };
      const { token, expiresAt } = await makeLiveToken({ keyId: caller.keyId, secretId, address }, wanted);
      return { body: { token, expiresAt: expiresAt.toISOString() }, headers: { "cache-control": "no-store" } };
    });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the parts of a request that its declaration types are not read here
type Call = ApiCall<any, any, any>;
type Served = { request: LiveRequest; wire: Wire; protocol: string | undefined };

const sentQuery = ({ request }: Call) => Object.fromEntries(new URL(request.url).searchParams);

const offeredBy = ({ request }: Call) => protocolsOf(request.headers.get("sec-websocket-protocol") ?? undefined);

function requireUpgrade({ upgrade }: Call): Upgrade {
  if (!upgrade) throw new AppError("INVALID_REQUEST", { message: "live.needsWebSocket" });
  return upgrade;
}

function accept(call: Call, upgrade: Upgrade, protocol: string | undefined): Promise<WebSocket> {
  const ignored = writeIgnored(call.ignored);
  const headers = { ...keptHeaders(call.caller), ...(ignored !== undefined && { "X-Ignored": ignored }) };
  return upgrade.accept(protocol, headers);
}

/** Opens a session and then its WebSocket. The request's place is taken until the session has ended. */
async function serve(call: Call, { request, wire, protocol }: Served): Promise<StreamedAnswer> {
  const upgrade = requireUpgrade(call);
  const connection = new LiveConnection(wire);
  const session = await open(call, request, connection);
  try {
    connection.begin(await accept(call, upgrade, protocol), session);
  } catch (error) {
    await session.end();
    throw error;
  }
  return new StreamedAnswer(new Response(null), session.ended);
}

/** Opens a WebSocket, and its session once the settings have come in it. `ask` throws INVALID_REQUEST. */
async function serveLater(
  call: Call,
  { wire, ask, protocol }: { wire: Wire; ask: () => LiveRequest; protocol?: string },
): Promise<StreamedAnswer> {
  const connection = new LiveConnection(wire);
  const socket = await accept(call, requireUpgrade(call), protocol);
  const ended = connection.beginLater(socket, async () => open(call, ask(), connection));
  return new StreamedAnswer(new Response(null), ended);
}

/** Opens a session, which ends with its key. */
async function open(call: Call, request: LiveRequest, { take }: LiveConnection): Promise<LiveSession> {
  const { caller, secretId, granted } = call;
  const header = call.request.headers.get("x-metadata") ?? undefined;
  const metadata = readMetadata({ header, field: granted?.metadata });
  const { longestSeconds } = granted ?? {};
  const session = await openLiveSession(caller, { ...request, longestSeconds }, { ...call, metadata }, take);
  watchKey(session, secretId);
  return session;
}
