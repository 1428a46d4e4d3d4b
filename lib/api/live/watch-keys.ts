import "server-only";
import { findWorkingSecrets } from "@/lib/keys/find-live-key";
import { seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

/** A key that no longer works ends its sessions within this time and the lookup's. */
const pauseMs = seconds(1.5);

/** What a connection serves. */
type Session = { readonly ended: Promise<void>; end(error: AppError): Promise<void> };

const watched = new Map<Session, string>();
let timer: NodeJS.Timeout | undefined;

/** Ends a session when the secret that opened it is revoked or expires, or its business is suspended or archived. */
export function watchKey(session: Session, secretId: string): void {
  watched.set(session, secretId);
  timer ??= setInterval(() => void check(), pauseMs).unref();
  void session.ended.then(() => {
    watched.delete(session);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  });
}

async function check(): Promise<void> {
  const sessions = [...watched];
  try {
    const working = await findWorkingSecrets([...new Set(sessions.map(([, secretId]) => secretId))]);
    for (const [session, secretId] of sessions)
      if (!working.has(secretId)) void session.end(new AppError("KEY_INVALID", { message: "live.keyEnded" }));
  } catch (error) {
    log.error({ reason: (error as Error).name }, "the keys of open connections could not be looked up");
  }
}
