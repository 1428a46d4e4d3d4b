import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { env } from "@/lib/platform/env";

const types: Record<string, string> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
};

const mostBytes = 200_000;

/** The operator's logo, from the file that `VANG_OPERATOR_LOGO` names. */
export async function GET() {
  const path = env.VANG_OPERATOR_LOGO ?? "";
  const type = types[extname(path).toLowerCase()];
  const file = type ? await stat(path).catch(() => null) : null;
  if (!type || !file || file.size > mostBytes) return new Response(null, { status: 404 });
  const headers = { "content-type": type, "cache-control": "public, max-age=3600" };
  return new Response(new Uint8Array(await readFile(path)), { headers });
}
