import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { scopes } from "@/lib/access/principals/scopes";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";
import { behaviors } from "./behaviors";
import { type Drivers, type Language, openDrivers } from "./driver";
import { liveBehaviors } from "./live";
import { startScenes } from "./scene";
import { uploadBehaviors } from "./uploads";
import { webhookBehaviors } from "./webhooks";

/** Those that wait for a worker, which takes ten seconds. */
const slow = ["a long text is read aloud, and a long recording transcribed, as jobs"];

/** The same table of behaviors for each language, against scenes and against a real Vang. */
export function testSdks(languages: readonly (Language & { isMissing?: string })[], { hasSlow = false } = {}): void {
  let vang: Awaited<ReturnType<typeof serveHere>>;
  let scenes: Awaited<ReturnType<typeof startScenes>>;
  let directory: string;
  beforeAll(async () => {
    [vang, scenes] = await Promise.all([serveHere(), startScenes()]);
    directory = await mkdtemp(join(tmpdir(), "vang-sdks-"));
  });
  afterAll(async () => {
    await Promise.all([vang.close(), scenes.close()]);
    await rm(directory, { recursive: true });
  });

  for (const language of languages) {
    const { name, without = {}, isMissing } = language;
    describe.concurrent(name, () => {
      let drivers: Drivers;
      let apiKey: string;
      beforeAll(async () => {
        drivers = openDrivers(language);
        if (!isMissing) apiKey = (await makePartner({ scopes: [...scopes] })).key;
      });
      afterAll(() => drivers.close());

      const add = (title: string, run: () => Promise<void>) => {
        const why = isMissing ?? without[title];
        test(title, { skip: why !== undefined, ...(why && { meta: { needs: why } }) }, run);
      };
      const scene = () => ({ drivers, scenes, apiKey, language: name.toLowerCase() });
      for (const [title, run] of Object.entries(behaviors)) add(title, () => run(scene()));
      for (const [title, run] of Object.entries(webhookBehaviors)) add(title, () => run(scene()));
      for (const [title, run] of Object.entries(uploadBehaviors)) add(title, () => run(scene(), directory));
      for (const [title, run] of Object.entries(liveBehaviors).filter(([title]) => hasSlow || !slow.includes(title)))
        add(title, () => run({ drivers, apiKey, baseUrl: vang.url, directory }));
    });
  }
}
