import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The program of `npm run listen` for developers who have no copy of Vang: it imports nothing but Node's modules. */
export async function GET() {
  const headers = { "content-type": "text/javascript; charset=utf-8" };
  return new Response(await readFile(join(process.cwd(), "scripts/listen.mjs"), "utf8"), { headers });
}
