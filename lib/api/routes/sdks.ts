import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Hono } from "hono";
import { etag } from "hono/etag";
import type { ApiEnv } from "@/lib/api/authenticate";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { version } from "@/package.json";

type BuiltFile = { file: string; sizeBytes: number; sha256: string };

/** What each file is, and its type. */
const kinds: Record<string, { name: string; type: string }> = {
  "vang-sdk.tgz": { name: "TypeScript", type: "application/gzip" },
  "vang-sdk.js": { name: "JavaScript", type: "text/javascript; charset=utf-8" },
  "vang.py": { name: "Python", type: "text/x-python; charset=utf-8" },
  "Vang.php": { name: "PHP", type: "text/plain; charset=utf-8" },
  "vang.go": { name: "Go", type: "text/x-go; charset=utf-8" },
  "vang-cli.tgz": { name: "CLI", type: "application/gzip" },
};

const headers = { "cache-control": "public, max-age=300" };

const directory = () => join(process.cwd(), ".build/sdk");

/** What the build wrote; without a build, as in some tests, nothing. */
function listFiles(): BuiltFile[] {
  try {
    const files: BuiltFile[] = JSON.parse(readFileSync(join(directory(), "index.json"), "utf8"));
    return files.filter(({ file }) => Object.hasOwn(kinds, file));
  } catch {
    return [];
  }
}

/** The SDKs and the CLI of this release, for npm and for copying. */
export function declareSdks(app: Hono<ApiEnv>): void {
  app.use("/sdk", etag());
  app.get("/sdk", (c) => {
    const describeFile = ({ file, sizeBytes, sha256 }: BuiltFile) => ({
      name: kinds[file]?.name,
      version,
      url: `${env.url}/sdk/${file}`,
      sizeBytes,
      sha256,
    });
    return c.json({ files: listFiles().map(describeFile) }, 200, headers);
  });
  app.use("/sdk/:file", etag());
  app.get("/sdk/:file", (c) => {
    const found = listFiles().find(({ file }) => file === c.req.param("file"));
    if (!found) throw new AppError("NOT_FOUND");
    const type = kinds[found.file]?.type ?? "application/octet-stream";
    const bytes = new Uint8Array(readFileSync(join(directory(), found.file)));
    return c.body(bytes, 200, { ...headers, "content-type": type, etag: `"${found.sha256}"` });
  });
}
