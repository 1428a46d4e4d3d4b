// @module-tag slow
import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createServiceAccount } from "@/lib/keys/accounts/accounts";
import { createKey } from "@/lib/keys/service";
import { clock, hours } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { readDocPage } from "./read-page";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(() => clock.reset());

test.each(["vi", "en"] as const)(
  "the script of the guide in %s creates a key, speaks with it and lets it expire",
  async (locale) => {
    const member = await makeMember({ creditMilli: 1_000_000_000n });
    const scopes = ["keys:manage", "tts:execute"] as const;
    const { id: serviceAccountId } = await createServiceAccount(member, { name: "Deployment", scopes: [...scopes] });
    const manager = await createKey(member, { ...makeKeySettings({ scopes: [...scopes] }), serviceAccountId });
    const guide = await readDocPage("manage-from-ci", locale);
    const [, script = ""] = /```sh\n([\s\S]*?)```/.exec(guide) ?? [];
    const directory = await mkdtemp(join(tmpdir(), "vang-ci-"));
    const { stdout } = await promisify(execFile)("bash", ["-c", script.replaceAll(env.url, api.url)], {
      cwd: directory,
      env: { ...process.env, VANG_MANAGER_KEY: manager.secret, CI_RUN: "4711" },
    });
    expect(JSON.parse(await readFile(join(directory, "speech.json"), "utf8"))).toMatchObject({
      audioUrl: expect.stringContaining("/tts/audio"),
    });

    const [, secret = ""] = /add-mask::(\S+)/.exec(stdout) ?? [];
    expect((await api.get("/tts/voices", secret)).status).toBe(200);
    clock.advance(hours(1));
    expect((await api.get("/tts/voices", secret)).json.code).toBe("KEY_INVALID");
    const { json } = await api.get(`/keys?works=false&serviceAccountId=${serviceAccountId}`, manager.secret);
    expect(json.keys).toMatchObject([
      { name: "Run 4711", status: "expired", createdById: manager.id, serviceAccountId },
    ]);
  },
);
