import type { Member } from "@/lib/access/principals/member";
import { exportCsv, exportXlsx } from "@/lib/money/statements/export";
import { getStatement, listStatementGroups } from "@/lib/money/statements/read";

// Writes one month's statement in a format and says on a line how many bytes it has, and how much more memory was in use
// at most: what the collector can free is not counted, because it is freed when it is needed.
const [member, month, small, format] = JSON.parse(process.argv[2] ?? "") as [
  Member,
  string,
  string,
  "csv" | "xlsx" | "page",
];

async function write(month: string, onPiece: () => void): Promise<number> {
  const statement = await getStatement(member, month);
  if (format === "page") return (await listStatementGroups(statement)).length;
  const pieces =
    format === "csv" ? exportCsv({ statement, locale: "vi" }) : await exportXlsx({ statement, locale: "vi" });
  let bytes = 0;
  for await (const piece of pieces as AsyncIterable<string | Uint8Array>) {
    bytes += Buffer.byteLength(piece);
    onPiece();
  }
  return bytes;
}

// The code is loaded and compiled by then.
await write(small, () => undefined);
const memory = () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
const [before, rssBefore] = [memory(), process.memoryUsage().rss];
let most = before;
let mostRss = rssBefore;
let pieces = 0;
const look = () => {
  mostRss = Math.max(mostRss, process.memoryUsage().rss);
  if (pieces++ % 10 === 0) most = Math.max(most, memory());
};
const startedAt = performance.now();
const size = await write(month, look);
const tookMs = Math.round(performance.now() - startedAt);
process.stdout.write(JSON.stringify({ size, grewBytes: most - before, rssBytes: mostRss - rssBefore, tookMs }));
process.exit(0);
