import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlCommand } from "./curl-command";

test.each(["Xin chào Việt Nam", `It's "quoted" \\ and $HOME and \`id\``, "Dòng một\nDòng hai\t@", "'; echo bad; '"])(
  "a shell passes exactly the request: %j",
  (text) => {
    const request = { text, voiceId: "south-ngoc", modelId: "vang-espeak", audioFormat: "mp3" as const };
    const script = `curl() { printf '%s\\0' "$@"; }\n${curlCommand("http://localhost:3000", request)}`;
    const env = { ...process.env, VANG_API_KEY: "secret" };
    const words = execFileSync("sh", ["-c", script], { env, encoding: "utf8" }).split("\0");

    expect(words.slice(0, 6)).toEqual([
      "http://localhost:3000/tts",
      "-H",
      "X-Api-Key: secret",
      "-H",
      "Content-Type: application/json",
      "-d",
    ]);
    expect(JSON.parse(words[6] ?? "")).toEqual(request);
    expect(words).toHaveLength(8);
  },
);
