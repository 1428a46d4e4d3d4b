import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import pino, { type DestinationStream, type LoggerOptions } from "pino";
import { processWide } from "./process-wide";

/** By which the lines of one request are found, in the log and in traces. */
export type LogFields = { requestId?: string; trackingId?: string; traceId?: string };

const current = processWide("log fields", () => new AsyncLocalStorage<LogFields>());

/** Runs `work`, whose log lines carry these fields besides those around it. */
export const withLogFields = <Result>(fields: LogFields, work: () => Result): Result =>
  current.run({ ...current.getStore(), ...fields }, work);

/** Hides secrets in URLs: the token of a link in an email. */
const hideTokens = (event: object) =>
  Object.fromEntries(
    Object.entries(event).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replace(/(\/link\/[^/\s]+\/|[?&]token=)[^\s/?&#"']+/gi, "$1[hidden]") : value,
    ]),
  );

const settings: LoggerOptions = {
  level: process.env.LOG_LEVEL ?? "info",
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: ["*.password", "*.secret", "*.token", "*.authorization", "*.cookie"], censor: "[hidden]" },
  formatters: { log: hideTokens },
  // What a line states itself comes after it, and counts.
  mixin: () => ({ ...current.getStore() }),
};

export const openLog = (to?: DestinationStream) => pino(settings, to);

/** English, one JSON line per event. Never log a whole request, a form or an error's parameters. */
export const log = openLog();
