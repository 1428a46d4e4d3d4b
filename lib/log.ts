import "server-only";
import pino, { type DestinationStream, type LoggerOptions } from "pino";

/** Secrets in URLs: the token of a link in an email. */
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

/** English, one JSON line per event. Never log a whole request, a form or an error's parameters. */
export const log = openLog();
