import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { restoreBackup } from "@/lib/operator/backup/restore";

// Restores an archive, and kills itself before the call with the number `fatal` that makes, moves or removes something
// by its name. Directories for the files of the archive, of which there are many, do not count.
const [, , archive = "", data = "", fatal] = process.argv;

let passed = 0;
for (const owner of [fs, fs.promises] as unknown as Record<string, (...values: unknown[]) => unknown>[])
  for (const name of ["mkdir", "mkdirSync", "rename", "renameSync", "rm", "rmSync", "rmdir", "rmdirSync"]) {
    const real = owner[name];
    if (!real) continue;
    owner[name] = (...values) => {
      const isCounted = !(name.startsWith("mkdir") && (values[1] as { recursive?: boolean })?.recursive);
      if (isCounted && ++passed === Number(fatal)) process.kill(process.pid, "SIGKILL");
      return real.apply(owner, values);
    };
  }
syncBuiltinESMExports();

await restoreBackup(archive, data);
