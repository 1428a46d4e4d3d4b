import "server-only";
import pino, { type DestinationStream, type LoggerOptions } from "pino";

/** What opens something to whoever has its address: the token of a link in a mail. */
const hideTokens = (value: unknown): unknown =>
  typeof value === "string" ? value.replace(/(\/link\/[^/\s]+\/|[?&]token=)[^\s/?&#"']+/gi, "$1[hidden]") : value;

const hideInEach = (event: object) =>
  Object.fromEntries(Object.entries(event).map(([name, value]) => [name, hideTokens(value)]));

const settings: LoggerOptions = {
  level: process.env.LOG_LEVEL ?? "info",
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: ["*.password", "*.secret", "*.token", "*.authorization", "*.cookie"], censor: "[hidden]" },
  formatters: { log: hideInEach },
};

export const openLog = (to?: DestinationStream) => pino(settings, to);

/** English, one JSON line an event. Never give it a request, a form or an error's parameters whole. */
export const log = openLog();
