// @module-tag promise
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { speechScopes } from "@/lib/access/principals/scopes";
import { sign } from "@/lib/webhooks/deliver/sign";
import { buildSdks } from "@/scripts/sdks.mjs";
import { needs } from "@/testing/harness/needs";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";

let server: Awaited<ReturnType<typeof serveHere>>;
const root = mkdtempSync(join(tmpdir(), "vang-sdk-readmes-"));
beforeAll(async () => {
  await buildSdks();
  server = await serveHere();
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
const event = JSON.stringify({ id: "evt_1", type: "tts.completed", data: {} });

function signedEvent() {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = sign([secret], { id: "evt_1", timestamp, body: event });
  return { "webhook-id": "evt_1", "webhook-timestamp": String(timestamp), "webhook-signature": signature };
}

const blocksOf = (page: string, language = "(?:python|php|go)") =>
  [...readFileSync(page, "utf8").matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(
    ([, code = ""]) => code,
  );

type Language = {
  folder: string;
  /** What is called with a webhook's request, with the README's receiver. */
  receiving: string;
  /** The files of the README's programs. */
  write(blocks: string[], receiving: string): Record<string, string>;
  command: string[];
};

const languages: Language[] = [
  {
    folder: "sdk-python",
    receiving: `import json, sys

for body in (sys.argv[1], sys.argv[1] + " "):
    print(receive(body.encode(), json.loads(sys.argv[2])))
`,
    write: (blocks, receiving) => ({ "hello.py": [...blocks, receiving].join("\n") }),
    command: ["python3", "hello.py"],
  },
  {
    folder: "sdk-php",
    receiving: `foreach ([$argv[1], "$argv[1] "] as $body) {
    echo receive($body, json_decode($argv[2], true)), "\\n";
}
`,
    write: (blocks, receiving) => ({ "hello.php": [...blocks, receiving].join("\n") }),
    command: ["php", "hello.php"],
  },
  {
    folder: "sdk-go",
    receiving: `package main

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"strings"
)

func init() {
	for _, body := range []string{os.Args[1], os.Args[1] + " "} {
		request := httptest.NewRequest("POST", "/", strings.NewReader(body))
		headers := map[string]string{}
		json.Unmarshal([]byte(os.Args[2]), &headers)
		for name, value := range headers {
			request.Header.Set(name, value)
		}
		recorder := httptest.NewRecorder()
		receive(recorder, request)
		fmt.Println(recorder.Code)
	}
}
`,
    write: ([hello = "", receiver = ""], receiving) => ({
      "vang/go.mod": "module vang\n\ngo 1.19\n",
      "go.mod": "module hello\n\ngo 1.19\n\nrequire vang v0.1.0\n\nreplace vang => ./vang\n",
      "hello.go": hello,
      "receiver.go": receiver,
      "receiving.go": receiving,
    }),
    command: ["go", "run", "."],
  },
];

const isHere = (program: string) => spawnSync(program, [program === "go" ? "version" : "--version"]).status === 0;

for (const { folder, receiving, write, command } of languages) {
  const [program = "", ...args] = command;
  const page = `packages/${folder}/README.md`;

  test(`the programs of ${page}, run as printed with the file that the server serves, do what it says`, {
    skip: !isHere(program),
    ...needs(program),
  }, async () => {
    const { key } = await makePartner({ scopes: [...speechScopes, "usage:read"] });
    const directory = join(root, folder);
    mkdirSync(directory);
    const env = { ...process.env, VANG_API_KEY: key, VANG_BASE_URL: server.url, VANG_WEBHOOK_SECRET: secret };
    const [install = ""] = blocksOf(page, "sh");
    await promisify(execFile)("sh", ["-ec", install], { cwd: directory, env });
    for (const [name, text] of Object.entries(write(blocksOf(page), receiving)))
      writeFileSync(join(directory, name), text);
    const { stdout, stderr } = await promisify(execFile)(program, [...args, event, JSON.stringify(signedEvent())], {
      cwd: directory,
      env,
    });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^tts_\w+ 5.1$/m);
    expect(stdout).toMatch(/^Xin chào Việt Nam\.$/m);
    expect(stdout).toMatch(/^400 VOICE_UNKNOWN voiceId false$/im);
    expect(stdout).toMatch(/nobody.+ req_\w+$/m);
    expect(stdout).toMatch(/^succeeded\nxin chào việt nam$/m);
    expect(stdout.match(/^tts_\w+ 5.1$/gm)?.length).toBe(3);
    expect(stdout).toMatch(/^tts\.completed\n204\n400$/m);
    const sound = readFileSync(join(directory, "hello.wav"));
    expect(sound.length).toBeGreaterThan(40_000);
  });

  test(`the Vietnamese README of ${folder} has the same programs`, () => {
    expect(blocksOf(page).length).toBeGreaterThan(1);
    expect(blocksOf(page.replace(".md", ".vi.md"))).toEqual(blocksOf(page));
  });
}
