import { priceBackfill } from "@/lib/money/prices/backfill";

// A worker whose only task is to find the prices of old jobs, to be killed.
const task = priceBackfill();
for (;;) await task();
