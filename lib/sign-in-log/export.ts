import "server-only";
import { csvLine, csvStart } from "@/lib/csv";
import { say } from "@/lib/i18n/words";
import type { Viewer } from "@/lib/principals/viewer";
import { nameAgent } from "@/lib/user-agent";
import { listSignIns, type SignInSummary } from "./list";
import type { ActivityFilter } from "./schema";

const columns = ["time", "result", "method", "browser", "system", "ip", "userAgent"] as const;

const batchSize = 500;

/** The viewer's own attempts as CSV in their language, newest first, piece by piece: however many, little is in memory. */
export async function* exportSignIns(viewer: Viewer, filter: ActivityFilter): AsyncGenerator<string> {
  yield csvStart + csvLine(columns.map((column) => say(viewer.locale, `activity.csv.${column}`)));
  let cursor: string | null | undefined;
  do {
    const page = await listSignIns(viewer, { cursor, limit: batchSize, filter });
    yield page.entries.map((entry) => lineOf(viewer, entry)).join("");
    cursor = page.next;
  } while (cursor);
}

function lineOf({ locale }: Viewer, { createdAt, result, method, ip, userAgent }: SignInSummary): string {
  const { browser, system } = nameAgent(userAgent);
  const words = [say(locale, `activity.results.${result}`), say(locale, `activity.methods.${method}`)];
  // The moment as every program reads it; a spreadsheet shows it in its own zone.
  return csvLine([createdAt.toISOString(), ...words, browser ?? "", system ?? "", ip ?? "", userAgent ?? ""]);
}
