import { startOutbox } from "@/lib/platform/outbox/worker";
import { postKind } from "@/testing/harness/outbox-kind";

// A worker that delivers to the test's server until it is killed.
startOutbox([postKind(process.argv[2] ?? "")]);
