import "server-only";
import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";

/** Attempts end within a second of the change that stops them. */
const pollMs = 500;

type Watched = { endpointId: string; isTest: boolean; end: AbortController };

const watched = new Set<Watched>();
let timer: NodeJS.Timeout | undefined;

const findStopped = `
  SELECT id, deleted_at IS NOT NULL AS "isDeleted" FROM webhook_endpoints
  WHERE id = ANY($1::text[]) AND (deleted_at IS NOT NULL OR paused_at IS NOT NULL OR disabled_at IS NOT NULL)`;

async function endStopped(): Promise<void> {
  const ids = [...new Set([...watched].map(({ endpointId }) => endpointId))];
  const rows = await sql<{ id: string; isDeleted: boolean }>("stopped-endpoints", findStopped, [ids]);
  for (const { id, isDeleted } of rows) {
    for (const { endpointId, isTest, end } of watched) if (endpointId === id && (isDeleted || !isTest)) end.abort();
  }
}

/** Aborts `end` when the endpoint is deleted, or for all but tests when it is paused or disabled. */
export async function whileActive<Result>(
  { endpointId, isTest }: Omit<Watched, "end">,
  work: (end: AbortController) => Promise<Result>,
): Promise<Result> {
  const one = { endpointId, isTest, end: new AbortController() };
  watched.add(one);
  timer ??= setInterval(() => {
    endStopped().catch((error: Error) =>
      log.warn({ reason: error.message }, "endpoints of running attempts are not watched"),
    );
  }, pollMs).unref();
  try {
    return await work(one.end);
  } finally {
    watched.delete(one);
    if (watched.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }
}
