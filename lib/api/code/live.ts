import { quoted } from "./request";

const record = "arecord -q -t raw -f S16_LE -r 16000";

const node = (url: string) => `// npm install ws
// ${record} | node live.mjs
import WebSocket from "ws";

const headers = { "X-Api-Key": process.env.VANG_API_KEY };
const socket = new WebSocket(${quoted(url)}, "vang.live.v1", { headers });
socket.on("open", async () => {
  for await (const sound of process.stdin) socket.send(sound);
  socket.send(JSON.stringify({ type: "close" }));
});
socket.on("message", (data) => {
  const message = JSON.parse(data);
  if (message.type === "final") console.log(message.text);
  if (message.type === "error") console.error(message.problem.message);
});`;

const python = (url: string) => `# pip install websockets
# ${record} | python3 live.py
import json, os, sys, threading
from websockets.sync.client import connect

def send(socket):
    while sound := sys.stdin.buffer.read(3200):
        socket.send(sound)
    socket.send(json.dumps({"type": "close"}))

headers = {"X-Api-Key": os.environ["VANG_API_KEY"]}
with connect(${quoted(url)}, additional_headers=headers, subprotocols=["vang.live.v1"]) as socket:
    threading.Thread(target=send, args=[socket], daemon=True).start()
    for data in socket:
        message = json.loads(data)
        if message["type"] == "final":
            print(message["text"], flush=True)
        if message["type"] == "error":
            print(message["problem"]["message"], file=sys.stderr)`;

/**
 * Programs that transcribe raw 16-bit sound of 16 kHz from their standard input live, and print what is final. `baseUrl`:
 * of the API.
 */
export function liveSamples(baseUrl: string, query: Readonly<Record<string, string>> = {}) {
  const search = new URLSearchParams({ ...query, sampleRate: "16000" });
  const url = `${baseUrl.replace(/^http/, "ws")}/stt/live?${search}`;
  return [
    { id: "node", name: "Node.js", highlight: "js", code: node(url) },
    { id: "python", name: "Python", highlight: "python", code: python(url) },
  ] as const;
}
