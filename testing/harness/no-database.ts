import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

process.env.VANG_DATA = mkdtempSync(join(inject("scratch"), "data-"));
process.env.DATABASE_URL = "postgresql://this-test-file-has-no-database-see-contributing-md.invalid/none";
