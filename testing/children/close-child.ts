import { closeMonths } from "@/lib/billing/statements/close";

// A worker whose only task is to close months, to be killed.
await closeMonths();
process.exit(0);
