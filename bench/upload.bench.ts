import { mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { type Figure, ms, timeMs } from "@/bench/support/measure";
import { readUpload } from "@/lib/api/upload";

const megabyte = 1024 * 1024;
const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n';

/** How much memory a process takes for the largest upload, with the client in the same process. */
export default async function bench(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), "vang-upload-bench-"));
  const server = createServer(
    getRequestListener(async (request, bindings) => {
      const { incoming } = bindings as HttpBindings;
      const { upload } = await readUpload(request, { incoming, directory });
      if (upload.path) await rm(upload.path);
      return new Response(String(upload.size));
    }),
  );
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await send(port, 1);

  const before = process.memoryUsage.rss();
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 5);
  const tookMs = await timeMs(() => send(port, 25));
  clearInterval(watch);
  server.close();
  server.closeAllConnections();
  rmSync(directory, { recursive: true });

  const grown = (highest - before) / megabyte;
  return [
    { what: "25 MB upload", value: ms(tookMs) },
    { what: "25 MB upload: growth of RSS", value: `${grown.toFixed(1)} MB`, target: "≤ 40 MB", met: grown <= 40 },
  ];
}

/** A form with a file of so many megabytes, minus the form's own bytes, streamed instead of built in memory. */
async function send(port: number, megabytes: number): Promise<void> {
  const piece = Buffer.alloc(64 * 1024);
  const call = request({ port, method: "POST", headers: { "content-type": "multipart/form-data; boundary=x" } });
  const answered = new Promise<number>((done, fail) => {
    call.once("error", fail).once("response", (response) => done(response.resume().statusCode ?? 0));
  });
  call.write(head);
  for (let count = 0; count < megabytes * 16; count++) {
    if (!call.write(piece)) await new Promise((drained) => call.once("drain", drained));
  }
  call.end("\r\n--x--\r\n");
  if ((await answered) !== 200) throw new Error("The upload was rejected.");
}
