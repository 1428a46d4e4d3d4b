import { closeDatabase } from "@/lib/db";
import { newestKeyVersion } from "@/lib/encryption";
import { reencryptAll } from "@/lib/operator/areas/encryption";

// `npm run reencrypt` as a process of its own, so that a test can kill it.
await reencryptAll(newestKeyVersion(), () => undefined);
await closeDatabase();
