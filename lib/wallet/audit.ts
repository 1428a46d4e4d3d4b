import "server-only";
import { sql } from "@/lib/db";
import { type Difference, findDifferences } from "./books/differences";

/** Recomputes every balance without a checkpoint and returns the differences, which should be none. */
export const audit = (): Promise<Difference[]> => findDifferences(sql, null);
