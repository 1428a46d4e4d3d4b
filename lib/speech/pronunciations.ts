import "server-only";
import { read } from "@/lib/db";

/** How a business wants one of its words read. */
export type PronunciationEntry = { written: string; spoken: string };

const find = `SELECT written, spoken FROM pronunciations WHERE business_id = $1 ORDER BY written`;

/** The business's own pronunciations, as its texts are read with. */
export const listPronunciations = (businessId: string): Promise<PronunciationEntry[]> =>
  read("list-pronunciations", find, [businessId]);
