import type { Instrumentation } from "next";

/** A bug in a page or an action. Logs the digest, which the user sees; the query and the message can hold secrets. */
export const onRequestError: Instrumentation.onRequestError = async (error, request) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { log } = await import("@/lib/log");
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  log.error({ digest, path: request.path.split("?", 1)[0] }, "a request failed");
};
