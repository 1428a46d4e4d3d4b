import { afterEach, beforeEach, vi } from "vitest";
import { db } from "@/lib/platform/db";

/** What a program writes to its two outputs in each test of a file. */
export function readTerminal() {
  const [said, complained]: [string[], string[]] = [[], []];
  beforeEach(() => {
    said.length = complained.length = 0;
    vi.spyOn(process.stdout, "write").mockImplementation((line) => said.push(String(line)) > 0);
    vi.spyOn(process.stderr, "write").mockImplementation((line) => complained.push(String(line)) > 0);
  });
  afterEach(() => vi.restoreAllMocks());
  return { said, complained };
}

/** Asked for what a command lacks, says nothing. */
export const silent = async () => "";

/** What the staff did with a business, the oldest first. */
export const actsIn = (businessId: string) =>
  db.platformAuditEvent.findMany({ where: { businessId }, orderBy: { id: "asc" } });
