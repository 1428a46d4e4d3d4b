import { closeMonths } from "@/lib/money/statements/close";

// A worker whose only task is to close months, to be killed.
await closeMonths();
process.exit(0);
