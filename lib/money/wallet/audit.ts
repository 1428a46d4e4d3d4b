import "server-only";
import { type Difference, findDifferences } from "@/lib/money/wallet/books/differences";
import { sql } from "@/lib/platform/db";

/** Recomputes every balance without a checkpoint and returns the differences, which should be none. */
export const audit = (): Promise<Difference[]> => findDifferences(sql, null);
