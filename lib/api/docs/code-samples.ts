import { compiledSamples } from "./compiled-samples";
import type { CodeSample, Example } from "./fence";

/** The quickstart as one program in each language: speech, its download, and its transcript. */
export const codeSamples = (example: Example): CodeSample[] => [
  { language: "curl", highlight: "sh", code: curl(example) },
  { language: "Node.js", highlight: "js", code: node(example) },
  { language: "Python", highlight: "python", code: python(example) },
  { language: "PHP", highlight: "php", code: php(example) },
  ...compiledSamples(example),
];

/** The quickstart with OpenAI's library. */
export const openAiSamples = (example: Example): CodeSample[] => [
  { language: "Node.js", highlight: "js", code: openAiNode(example) },
  { language: "Python", highlight: "python", code: openAiPython(example) },
];

const curl = ({ baseUrl, request }: Example) => `# sh hello.sh
set -e

# Retries after a timeout, 429, 500, 502, 503 and 504, under the same Idempotency-Key.
send() {
  path=$1
  shift
  curl -sS --fail-with-body --retry 5 --retry-connrefused --max-time 600 -H "X-Api-Key: $VANG_API_KEY" -H "Idempotency-Key: $(date +%s)-$$-$path" "${baseUrl}$path" "$@"
}
field() { sed -n 's/.*"'"$1"'":"\\([^"]*\\)".*/\\1/p'; }

speech=$(send /tts -H "Content-Type: application/json" -d '${JSON.stringify(request)}')
curl -sS --fail -o xin-chao.wav "$(echo "$speech" | field audioUrl)"

transcription=$(send /stt -F file=@xin-chao.wav)
echo "$transcription" | field transcript`;

const node = ({ baseUrl, request }: Example) => `// node hello.mjs
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";

const url = "${baseUrl}";

// Retries after a lost connection and while the error is retryable, under the same Idempotency-Key.
async function send(path, body, headers = {}) {
  const sent = { "X-Api-Key": process.env.VANG_API_KEY, "Idempotency-Key": randomUUID(), ...headers };
  for (let attempt = 1; ; attempt++) {
    const limited = { method: "POST", headers: sent, body, signal: AbortSignal.timeout(600_000) };
    const response = await fetch(url + path, limited).catch((error) => {
      if (attempt > 5) throw error;
    });
    if (response?.ok) return response.json();
    const error = await response?.json();
    if (error && (!error.retryable || attempt > 5)) throw new Error(\`\${error.code}: \${error.message} (\${error.requestId})\`);
    const seconds = Number(response?.headers.get("Retry-After")) || 2 ** (attempt - 1);
    await new Promise((done) => setTimeout(done, seconds * 1000));
  }
}

const request = ${JSON.stringify(request)};
const speech = await send("/tts", JSON.stringify(request), { "Content-Type": "application/json" });
const audio = await (await fetch(speech.audioUrl)).blob();
await writeFile("xin-chao.wav", Buffer.from(await audio.arrayBuffer()));

const form = new FormData();
form.set("file", audio, "xin-chao.wav");
const { transcript } = await send("/stt", form);
console.log(transcript);`;

const python = ({ baseUrl, request }: Example) => `# pip install requests; python hello.py
import os, time, uuid
import requests

URL = "${baseUrl}"


def send(path, **request):
    """Retries after a lost connection and while the error is retryable, under the same Idempotency-Key."""
    headers = {"X-Api-Key": os.environ["VANG_API_KEY"], "Idempotency-Key": str(uuid.uuid4())}
    for attempt in range(6):
        try:
            response = requests.post(URL + path, headers=headers, timeout=600, **request)
        except requests.ConnectionError:
            if attempt == 5:
                raise
            time.sleep(2**attempt)
            continue
        if response.ok:
            return response.json()
        error = response.json()
        if not error["retryable"] or attempt == 5:
            raise RuntimeError(f"{error['code']}: {error['message']} ({error['requestId']})")
        time.sleep(float(response.headers.get("Retry-After", 2**attempt)))


speech = send("/tts", json=${JSON.stringify(request)})
audio = requests.get(speech["audioUrl"], timeout=60).content
with open("xin-chao.wav", "wb") as file:
    file.write(audio)

print(send("/stt", files={"file": ("xin-chao.wav", audio)})["transcript"])`;

const php = ({ baseUrl, request }: Example) => `<?php // php hello.php
const URL = "${baseUrl}";

// Retries after a lost connection and while the error is retryable, under the same Idempotency-Key.
function send(string $path, string $type, string $content): array
{
    $headers = [
        "X-Api-Key: " . getenv("VANG_API_KEY"),
        "Idempotency-Key: " . bin2hex(random_bytes(16)),
        "Content-Type: $type",
    ];
    $http = ["method" => "POST", "header" => $headers, "content" => $content, "timeout" => 600, "ignore_errors" => true];
    for ($attempt = 1; ; $attempt++) {
        $http_response_header = [];
        $body = @file_get_contents(URL . $path, false, stream_context_create(["http" => $http]));
        $lost = ["code" => "NO_RESPONSE", "message" => "The connection was lost.", "retryable" => true];
        $answer = $body === false ? $lost : json_decode($body, true);
        if (!isset($answer["code"])) return $answer;
        if (!$answer["retryable"] || $attempt > 5) throw new Exception("{$answer['code']}: {$answer['message']}");
        $hasWait = preg_match('/^Retry-After: (\\d+)/mi', implode("\\n", $http_response_header), $wait);
        sleep($hasWait ? (int) $wait[1] : 2 ** ($attempt - 1));
    }
}

$speech = send("/tts", "application/json", '${JSON.stringify(request)}');
$audio = file_get_contents($speech["audioUrl"]);
file_put_contents("xin-chao.wav", $audio);

$part = "Content-Disposition: form-data; name=\\"file\\"; filename=\\"xin-chao.wav\\"\\r\\nContent-Type: audio/wav";
$form = "--vang\\r\\n$part\\r\\n\\r\\n$audio\\r\\n--vang--\\r\\n";
echo send("/stt", "multipart/form-data; boundary=vang", $form)["transcript"], "\\n";`;

const openAiNode = ({ baseUrl, request }: Example) => `// npm install openai; node hello.mjs
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import OpenAI from "openai";

const vang = new OpenAI({ baseURL: "${baseUrl}/v1", apiKey: process.env.VANG_API_KEY });

const speech = await vang.audio.speech.create({
  model: "tts-1",
  voice: "alloy",
  input: ${JSON.stringify(request.text)},
  response_format: "wav",
});
await writeFile("xin-chao.wav", Buffer.from(await speech.arrayBuffer()));

const file = createReadStream("xin-chao.wav");
const { text } = await vang.audio.transcriptions.create({ model: "whisper-1", file });
console.log(text);`;

const openAiPython = ({ baseUrl, request }: Example) => `# pip install openai; python hello.py
import os
from openai import OpenAI

vang = OpenAI(base_url="${baseUrl}/v1", api_key=os.environ["VANG_API_KEY"])

speech = vang.audio.speech.create(
    model="tts-1", voice="alloy", input=${JSON.stringify(request.text)}, response_format="wav"
)
speech.write_to_file("xin-chao.wav")

with open("xin-chao.wav", "rb") as file:
    print(vang.audio.transcriptions.create(model="whisper-1", file=file).text)`;
