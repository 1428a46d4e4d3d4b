import type { Instrumentation } from "next";

/** A bug in a page or an action. Logs the digest, which the user sees; the query and the message can hold secrets. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, { routeType }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [{ log }, { beginRequest, isUnread }] = await Promise.all([
    import("@/lib/platform/log"),
    import("@/lib/platform/page-status"),
  ]);
  const path = request.path.split("?", 1)[0];
  // Anyone can send arguments that no action can read.
  if (routeType !== "route" && isUnread()) return log.info({ path }, "the arguments of an action could not be read");
  beginRequest();
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  log.error({ digest, path }, "a request failed");
};
