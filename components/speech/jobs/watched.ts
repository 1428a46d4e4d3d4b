// Which jobs this browser waits for, so that any page of the console says when one ends. Erased at sign-out.

const nameOf = (business: string) => `vang.playground.jobs.${business}`;

const changed = "vang:watched-jobs";

/** More are in the history's list. */
const mostWatched = 20;

export function watchedJobs(business: string): readonly string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(nameOf(business)) ?? "[]");
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    // Storage can be forbidden: then nothing is watched.
    return [];
  }
}

function set(business: string, ids: readonly string[]): void {
  try {
    localStorage.setItem(nameOf(business), JSON.stringify(ids.slice(-mostWatched)));
    dispatchEvent(new Event(changed));
  } catch {
    // As above.
  }
}

export function watchJob(business: string, jobId: string): void {
  const ids = watchedJobs(business);
  if (!ids.includes(jobId)) set(business, [...ids, jobId]);
}

export const unwatchJob = (business: string, jobId: string): void =>
  set(
    business,
    watchedJobs(business).filter((id) => id !== jobId),
  );

/** Calls `listener` when another page or tab watches a job. */
export function onWatched(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener("storage", listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener("storage", listener);
  };
}
