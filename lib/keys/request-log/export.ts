import "server-only";
import type { Member } from "@/lib/access/principals/member";
import { usedHint } from "@/lib/access/principals/used-hint";
import { findModel, findVoice } from "@/lib/engines/catalogue";
import { formatMilli } from "@/lib/platform/amounts";
import { csvLine, csvStart } from "@/lib/platform/csv";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { readWords } from "@/lib/speech/content";
import type { JobDetail } from "@/lib/speech/history/list";
import type { HistoryFilter } from "@/lib/speech/history/schema";
import { listRequests, type Rejection } from "./requests";
import { nameKeys } from "./rows";

const heads = [
  ...([
    "createdAt",
    "status",
    "code",
    "trackingId",
    "requestId",
    "service",
    "api",
    "model",
    "voice",
    "key",
    "keyHint",
  ] as const),
  ...(["characters", "seconds", "processingMs", "chargeVnd", "text"] as const),
];

/** The requests that match the filter as CSV in the reader's language, the newest first, streamed page by page. */
export async function* exportRequests(member: Member, filter: HistoryFilter, locale: Locale): AsyncGenerator<string> {
  yield csvStart + csvLine(heads.map((name) => translate(locale, `history.csv.${name}`)));
  let cursor: string | undefined;
  do {
    const { requests, next } = await listRequests(member, { filter, cursor, limit: 100 });
    const names = await nameKeys(
      member,
      requests.map(({ keyId }) => keyId),
    );
    const keyOf = (request: JobDetail | Rejection): Keyed => {
      if (!names) return ["", ""];
      const key = names.get(request.keyId);
      return key ? [key.name, usedHint(request, key) ?? ""] : [translate(locale, "history.playgroundKey"), ""];
    };
    yield (await Promise.all(requests.map((request) => lineOf(request, keyOf(request), locale)))).join("");
    cursor = next ?? undefined;
  } while (cursor);
}

/** The name of the key, and the last characters of the secret that was sent. */
type Keyed = [name: string, hint: string];

async function lineOf(request: JobDetail | Rejection, key: Keyed, locale: Locale): Promise<string> {
  const at = request.createdAt.toISOString();
  const statusOf = (status: string) => translate(locale, `history.statuses.${status}`);
  if (!("trackingId" in request)) {
    const { code, requestId, method, path } = request;
    return csvLine([
      at,
      statusOf("rejected"),
      code,
      "",
      requestId,
      `${method} ${path}`,
      "",
      "",
      "",
      ...key,
      ...Array(5).fill(""),
    ]);
  }
  const { status, resultCode, trackingId, requestId, service, api, modelId, voiceId, characters, audioDuration } =
    request;
  return csvLine([
    ...[
      at,
      statusOf(status),
      resultCode ?? "",
      trackingId,
      requestId ?? "",
      service,
      api ? translate(locale, `apis.${api}`) : "",
    ],
    ...[findModel(modelId)?.name ?? modelId, (voiceId && (findVoice(voiceId)?.name ?? voiceId)) || "", ...key],
    ...[characters ?? "", audioDuration, request.processingTimeMs].map(String),
    formatMilli(request.amountMilli),
    await readWords(request),
  ]);
}
