import { fileURLToPath } from "node:url";
import { defineConfig } from "prisma/config";

// Prisma downloads its native schema engine; ours is the same engine as WebAssembly, from npm.
if (process.platform !== "win32") {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL("./schema-engine.mjs", import.meta.url));
}

export default defineConfig({
  schema: fileURLToPath(new URL(".", import.meta.url)),
  migrations: { path: fileURLToPath(new URL("./migrations", import.meta.url)) },
  datasource: { url: process.env.DATABASE_URL ?? "postgresql://localhost/vang" },
});
