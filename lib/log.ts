import "server-only";
import pino from "pino";

/** English, one JSON line an event. Never give it a request, a form or an error's parameters whole. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: ["*.password", "*.secret", "*.token", "*.authorization", "*.cookie"], censor: "[hidden]" },
});
