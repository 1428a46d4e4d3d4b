import "server-only";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { hmac, isSame } from "@/lib/platform/crypto";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { nullIfMissing, writeDurably } from "@/lib/platform/objects/files/write";

export type Head = { businessId: string; sequence: string; digest: string };

const anchorSchema = z.object({
  takenAt: z.iso.datetime(),
  heads: z.array(z.object({ businessId: z.string(), sequence: z.string().regex(/^\d+$/), digest: z.string() })),
  signature: z.string(),
});
type Anchor = z.infer<typeof anchorSchema>;

const directory = () => join(env.VANG_DATA, "audit-heads");

const sign = ({ takenAt, heads }: Omit<Anchor, "signature">): string => {
  const said = heads.map(({ businessId, sequence, digest }) => [businessId, sequence, digest]);
  return hmac(env.VANG_LINK_SECRET, `audit-heads:${JSON.stringify([takenAt, said])}`);
};

/** Writes a daily file outside the database, by which links cut off later are detected. Its heads never go back. */
export async function anchorAudit(): Promise<void> {
  const now = clock.now();
  const [newest] = (await listNames()).reverse();
  const anchor = newest ? await readAnchor(newest) : null;
  const known = new Map(anchor?.heads.map((head) => [head.businessId, head]));
  const list = `SELECT business_id AS "businessId", sequence::text, digest FROM audit_heads ORDER BY business_id`;
  for (const head of await sql<Head>("list-audit-heads", list, [])) {
    const before = known.get(head.businessId);
    if (!before || BigInt(before.sequence) <= BigInt(head.sequence)) known.set(head.businessId, head);
    else log.error({ businessId: head.businessId }, "an audit log is shorter than it was");
  }
  const said = { takenAt: now.toISOString(), heads: [...known.values()] };
  const text = JSON.stringify({ ...said, signature: sign(said) }, null, 1);
  await writeDurably(join(directory(), `${said.takenAt.slice(0, 10)}.json`), Buffer.from(`${text}\n`));
}

/** The files, the oldest first. */
const listNames = async (): Promise<string[]> =>
  ((await readdir(directory()).catch(nullIfMissing)) ?? []).filter((name) => name.endsWith(".json")).sort();

/** Null for a file that is incomplete or was not written by us. */
async function readAnchor(name: string): Promise<Anchor | null> {
  const text = await readFile(join(directory(), name), "utf8");
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    return null;
  }
  const { success, data } = anchorSchema.safeParse(written);
  return success && isSame(sign(data), data.signature) ? data : null;
}

/** Every stored head, and the names of the files that were modified. */
export async function readAnchors(): Promise<{ heads: Head[]; broken: string[] }> {
  const [heads, broken]: [Head[], string[]] = [[], []];
  for (const name of await listNames()) {
    const anchor = await readAnchor(name);
    if (anchor) heads.push(...anchor.heads);
    else broken.push(name);
  }
  return { heads, broken };
}
