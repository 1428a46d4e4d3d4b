import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A directory with the migrations of this version, and one more for each script given. */
export function directoryWith(scripts: Record<string, string>): string {
  const directory = mkdtempSync(join(tmpdir(), "vang-migrations-"));
  cpSync("prisma/migrations", directory, { recursive: true });
  for (const [name, script] of Object.entries(scripts)) {
    mkdirSync(join(directory, name));
    writeFileSync(join(directory, name, "migration.sql"), script);
  }
  return directory;
}
