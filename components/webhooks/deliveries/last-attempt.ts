type Times = { lastFailedAt: Date | null; lastSucceededAt: Date | null };

/** When an endpoint last received something or failed to. */
export function lastAttemptOf({ lastFailedAt, lastSucceededAt }: Times): Date | null {
  if (!lastFailedAt || !lastSucceededAt) return lastFailedAt ?? lastSucceededAt;
  return lastFailedAt > lastSucceededAt ? lastFailedAt : lastSucceededAt;
}
