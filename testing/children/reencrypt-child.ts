import { reencryptAll } from "@/lib/operator/cli/areas/encryption";
import { closeDatabase } from "@/lib/platform/db";
import { newestKeyVersion } from "@/lib/platform/encryption";

// `npm run reencrypt` as a process of its own, so that a test can kill it.
await reencryptAll(newestKeyVersion(), () => undefined);
await closeDatabase();
