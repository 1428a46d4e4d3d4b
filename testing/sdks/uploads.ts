import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { World } from "./behaviors";
import { type Act, answer } from "./scene";

/** A server for uploads in parts (tus 1.0.0), which loses the connection after each of the given numbers of bytes. */
function tusServer(sizeBytes: number, breaks: number[]) {
  const received: Buffer[] = [];
  const offset = () => received.reduce((sum, { length }) => sum + length, 0);
  const headers = () => ({
    "tus-resumable": "1.0.0",
    "upload-offset": String(offset()),
    "upload-length": String(sizeBytes),
  });
  const describe = () => ({
    uploadId: "upl_1",
    status: offset() < sizeBytes ? "receiving" : "ready",
    sizeBytes,
    receivedBytes: offset(),
  });
  const act: Act = {
    early: true,
    async run(request, response, raw) {
      if (request.method !== "PATCH") {
        const body = Buffer.concat(await raw.toArray());
        if (request.method === "POST" && request.headers["content-type"] === "application/offset+octet-stream")
          received.push(body);
        const status = request.method === "POST" ? 201 : 200;
        return answer(status, describe(), { ...headers(), location: "/uploads/upl_1" }).run(request, response, raw);
      }
      if (request.headers["upload-offset"] !== String(offset())) {
        raw.resume();
        return answer(409, { code: "CONFLICT", status: 409, message: "offset", retryable: false }, headers()).run(
          request,
          response,
          raw,
        );
      }
      const most = breaks.shift() ?? Number.POSITIVE_INFINITY;
      let taken = 0;
      for await (const part of raw) {
        const kept = (part as Buffer).subarray(0, most - taken);
        received.push(kept);
        taken += kept.length;
        if (taken >= most) return void response.destroy();
      }
      response.writeHead(204, headers()).end();
    },
  };
  return { act, bytes: () => Buffer.concat(received) };
}

export const uploadBehaviors = {
  async "an upload goes on where a lost connection stopped it"({ drivers, scenes }: World, directory: string) {
    const file = randomBytes(700_000);
    const path = join(directory, `upload-${randomBytes(4).toString("hex")}.bin`);
    await writeFile(path, file);
    const server = tusServer(file.length, [100_000, 0]);
    const { baseUrl, requests } = scenes.open(server.act);
    const client = { apiKey: "vang_test_scene", baseUrl };
    expect(await drivers.ok("upload", client, { path, partBytes: 300_000 })).toEqual({ uploadId: "upl_1" });
    expect(server.bytes().equals(file)).toBe(true);
    const name = String(requests[0]?.headers["upload-metadata"]).split(" ")[1] ?? "";
    expect(Buffer.from(name, "base64").toString()).toMatch(/^upload-/);
  },

  async "a recording of unknown length is sent while it is read"({ drivers, scenes }: World, directory: string) {
    const path = join(directory, `recording-${randomBytes(4).toString("hex")}`);
    execFileSync("mkfifo", [path]);
    const [one, other] = [randomBytes(300_000), randomBytes(200_000)];
    const { baseUrl, requests } = scenes.open({
      early: true,
      async run(_, response, raw) {
        let received = Buffer.alloc(0);
        for await (const part of raw) {
          const before = received.length;
          received = Buffer.concat([received, part as Buffer]);
          // The rest of the recording comes once half of it has arrived.
          if (before < 150_000 && received.length >= 150_000) pipe.end(other);
        }
        const isWhole = received.includes(Buffer.concat([one, other]));
        const transcript = isWhole && received.includes('name="modelId"') ? "whole" : "changed";
        await answer(200, { trackingId: "stt_1", transcript }).run(_, response, raw);
      },
    });
    const pipe = createWriteStream(path);
    pipe.write(one);
    const args = { path, as: "stream", fields: { modelId: "vang-demo-stt" } };
    const client = { apiKey: "vang_test_scene", baseUrl };
    expect(await drivers.ok("stt", client, args)).toMatchObject({ transcript: "whole" });
    expect(requests[0]?.headers["transfer-encoding"]).toBe("chunked");
  },
};
