import "server-only";
import type { Viewer } from "@/lib/access/principals/viewer";
import { csvLine, csvStart } from "@/lib/platform/csv";
import { translate } from "@/lib/platform/i18n/translate";
import { nameAgent } from "@/lib/platform/net/user-agent";
import { listSignIns, type SignInSummary } from "./list";
import type { SignInFilter } from "./schema";

const columns = ["time", "result", "method", "browser", "system", "ip", "userAgent"] as const;

const batchSize = 500;

/** The viewer's own attempts as CSV in their language, newest first, streamed, so that memory use is constant. */
export async function* exportSignIns(viewer: Viewer, filter: SignInFilter): AsyncGenerator<string> {
  yield csvStart + csvLine(columns.map((column) => translate(viewer.locale, `signInLog.csv.${column}`)));
  let cursor: string | null | undefined;
  do {
    const page = await listSignIns(viewer, { cursor, limit: batchSize, filter });
    yield page.entries.map((entry) => lineOf(viewer, entry)).join("");
    cursor = page.next;
  } while (cursor);
}

function lineOf({ locale }: Viewer, { createdAt, result, method, ip, userAgent }: SignInSummary): string {
  const { browser, system } = nameAgent(userAgent);
  const words = [translate(locale, `signInLog.results.${result}`), translate(locale, `signInLog.methods.${method}`)];
  // UTC, which every program reads; a spreadsheet shows it in its own time zone.
  return csvLine([createdAt.toISOString(), ...words, browser ?? "", system ?? "", ip ?? "", userAgent ?? ""]);
}
