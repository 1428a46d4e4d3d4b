import pino from "pino";
import { vi } from "vitest";
import { log } from "@/lib/platform/log";

/** All that this process logs from now on, at every level. */
export function captureLog(): () => string {
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym];
  if (!stream) throw new Error("the log has no stream");
  let logged = "";
  vi.spyOn(stream, "write").mockImplementation((line) => {
    logged += line;
  });
  log.level = "debug";
  return () => logged;
}
