import "server-only";
import { describeError } from "@/lib/api/problem";
import { AppError } from "@/lib/platform/errors";
import { translate } from "@/lib/platform/i18n/translate";
import { type LiveOutput, sessionLimits } from "@/lib/speech/live/contract";
import { type Control, readMessage, type Wire } from "./connection";
import { clientMessages, type ServerMessage } from "./messages";

const isControl = (type: unknown): type is Control => typeof type === "string" && Object.hasOwn(clientMessages, type);

/** Our own protocol, `vang.live.v1`. Channels are numbered from 1, as in transcripts of files. `ignored`: settings. */
export const vangWire = (requestId: string, ignored: string[]): Wire => ({
  greet: (session): ServerMessage => ({
    type: "ready",
    trackingId: session?.trackingId ?? "",
    limits: {
      sessionSeconds: sessionLimits.longestMs / 1000,
      idleSeconds: sessionLimits.idleMs / 1000,
      pace: sessionLimits.pace,
    },
    ...(ignored.length > 0 && { ignored }),
  }),
  read(text) {
    const { type } = readMessage(text);
    if (!isControl(type)) throw new AppError("INVALID_REQUEST", { message: "live.badMessage" });
    return { control: type };
  },
  write: (output) => [messageOf(output, requestId)],
});

function messageOf(output: LiveOutput, requestId: string): ServerMessage {
  if (output.type === "error") return { type: "error", problem: describeError(output.error, requestId) };
  if (output.type === "warning") {
    const { code, values } = output;
    const say = (locale: "en" | "vi") => translate(locale, `live.warnings.${code}`, values);
    return { type: "warning", code, message: say("en"), messageVi: say("vi") };
  }
  if (output.type === "done") return output;
  const channel = output.channel + 1;
  if (output.type === "speechStarted" || output.type === "utteranceEnd")
    return { type: output.type, channel, at: inMs(output.at) };
  const words = output.words.map(({ word, start, end, written, confidence }) => ({
    word,
    ...(written !== undefined && { punctuated_word: written }),
    start,
    end,
    ...(confidence !== undefined && { confidence }),
  }));
  const said = { channel, start: inMs(output.start), end: inMs(output.end), text: output.text };
  return output.type === "partial"
    ? { type: "partial", ...said }
    : { type: "final", ...said, words, speechFinal: output.isEnd };
}

const inMs = (seconds: number) => Math.round(seconds * 1000) / 1000;
