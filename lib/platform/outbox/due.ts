import "server-only";
import { clock, seconds } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";

/** How often a process asks whether something is due. */
const askMs = seconds(1);

/**
 * A condition in SQL that holds while there is something to do. $1 is the time, and its other parameters are `values`. It
 * is evaluated each second, so an index has to answer it: for the smallest time it does, while for EXISTS the plan may
 * read a table from its oldest rows on.
 */
export type Due = { text: string; values?: readonly string[] };

type Watcher = Due & { wake: () => void };

const watchers = new Set<Watcher>();
let timer: NodeJS.Timeout | undefined;
/** Of the set of conditions: each has a prepared statement of its own. */
let version = 0;

/**
 * Calls `wake` each second in which the condition holds, until the returned function is called. The conditions of all
 * loops of the process are one statement, which is all that an idle process sends for them.
 */
export function watchDue(due: Due, wake: () => void): () => void {
  const watcher = { ...due, wake };
  watchers.add(watcher);
  version += 1;
  timer ??= setTimeout(ask, askMs);
  return () => {
    watchers.delete(watcher);
    version += 1;
    if (watchers.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

async function ask(): Promise<void> {
  timer = undefined;
  const all = [...watchers];
  const values: unknown[] = [clock.now()];
  const columns = all.map(({ text, values: own = [] }, index) => {
    const before = values.length - 1;
    values.push(...own);
    const place = (number: number) => (number === 1 ? 1 : before + number);
    return `(${text.replace(/\$(\d+)/g, (_, number) => `$${place(Number(number))}`)}) AS "${index}"`;
  });
  const text = `SELECT ${["$1::timestamptz AS at", ...columns].join(", ")}`;
  // Where that fails, all of them look, so that each reports what fails.
  const [found] = await sql<Record<number, boolean>>(`due-${version}`, text, values).catch(() => [null]);
  for (const [index, { wake }] of all.entries()) if (!found || found[index]) wake();
  if (watchers.size > 0) timer ??= setTimeout(ask, askMs);
}
