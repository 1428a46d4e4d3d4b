import { compiledReceivers } from "./compiled-receivers";
import type { CodeSample } from "./fence";

/** A server in each language that accepts what we signed in the last five minutes, and nothing else. */
export const receiverSamples = (port: number): CodeSample[] => [
  { language: "Node.js", highlight: "js", code: node(port) },
  { language: "Python", highlight: "python", code: python(port) },
  { language: "PHP", highlight: "php", code: php(port) },
  ...compiledReceivers(port),
];

const node = (port: number) => `// npm install standardwebhooks; node receiver.mjs
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.VANG_WEBHOOK_SECRET);
const processed = new Set(); // In production: a table of your database.

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  let event;
  try {
    event = webhook.verify(Buffer.concat(chunks).toString(), request.headers);
  } catch {
    return response.writeHead(400).end();
  }
  if (!processed.has(event.id)) {
    processed.add(event.id);
    console.log(event.type, event.data);
  }
  response.writeHead(204).end();
}).listen(${port});`;

const python = (port: number) => `# python3 receiver.py
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["VANG_WEBHOOK_SECRET"].removeprefix("whsec_"))
processed = set()  # In production: a table of your database.


def is_valid(headers, body):
    event_id, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{event_id}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any([hmac.compare_digest(expected, signature) for signature in given])


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        valid = is_valid(self.headers, body)
        if valid:
            event = json.loads(body)
            if event["id"] not in processed:
                processed.add(event["id"])
                print(event["type"], event["data"], flush=True)
        self.send_response(204 if valid else 400)
        self.end_headers()


ThreadingHTTPServer(("", ${port}), Receiver).serve_forever()`;

const php = (port: number) => `<?php // php -S localhost:${port} receiver.php
function isValid(string $body): bool
{
    $key = base64_decode(preg_replace('/^whsec_/', '', getenv("VANG_WEBHOOK_SECRET")));
    $id = $_SERVER["HTTP_WEBHOOK_ID"] ?? "";
    $sentAt = $_SERVER["HTTP_WEBHOOK_TIMESTAMP"] ?? "";
    if (!ctype_digit($sentAt) || abs(time() - (int) $sentAt) > 300) return false;
    $expected = "v1," . base64_encode(hash_hmac("sha256", "$id.$sentAt.$body", $key, true));
    foreach (explode(" ", $_SERVER["HTTP_WEBHOOK_SIGNATURE"] ?? "") as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}

$body = file_get_contents("php://input");
if (!isValid($body)) {
    http_response_code(400);
    exit;
}
$event = json_decode($body, true);
// In production: skip an id that is in your database already.
error_log($event["type"] . " " . json_encode($event["data"]));
http_response_code(204);`;
