import { countOldJobs } from "@/lib/money/usage/backfill";
import { closeDatabase } from "@/lib/platform/db";

// A worker's task as a process of its own, for a test to kill.
while ((await countOldJobs()) > 0);
await closeDatabase();
