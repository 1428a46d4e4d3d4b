import type { CodeSample } from "./fence";

const socketOf = (baseUrl: string) => `${baseUrl.replace(/^http/, "ws")}/stt/live`;

/** Run by a page, with a token from the page's own server. */
export const browserSample = (baseUrl: string): CodeSample => ({
  language: "live.js",
  highlight: "js",
  code: `const { token } = await (await fetch("/live-token", { method: "POST" })).json();
const context = new AudioContext({ sampleRate: 16000 });
await context.audioWorklet.addModule("/live-capture.js");
const microphone = await navigator.mediaDevices.getUserMedia({ audio: true });
const url = "${socketOf(baseUrl)}?sampleRate=16000";
const socket = new WebSocket(url, ["vang.live.v1", \`vang.token.\${token}\`]);
const capture = new AudioWorkletNode(context, "capture", { numberOfOutputs: 0 });
capture.port.onmessage = ({ data }) => {
  if (socket.readyState === WebSocket.OPEN) socket.send(data);
};
context.createMediaStreamSource(microphone).connect(capture);
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === "final") document.body.append(\`\${message.text} \`);
  if (message.type === "error") console.error(message.problem.message);
};`,
});

/** Between Twilio Media Streams, which connect to it, and a live transcription. */
export const twilioSample = (baseUrl: string, port: number): CodeSample => ({
  language: "twilio.mjs",
  highlight: "js",
  code: `// npm install ws; node twilio.mjs
import { once } from "node:events";
import { WebSocket, WebSocketServer } from "ws";

const url = "${socketOf(baseUrl)}?encoding=mulaw&sampleRate=8000";
const headers = { "X-Api-Key": process.env.VANG_API_KEY };

new WebSocketServer({ port: ${port} }).on("connection", (call) => {
  const live = new WebSocket(url, "vang.live.v1", { headers });
  const opened = once(live, "open").catch(() => call.close());
  call.on("message", async (text) => {
    const { event, media } = JSON.parse(text);
    await opened;
    if (live.readyState !== WebSocket.OPEN) return;
    if (event === "media" && media.track === "inbound") live.send(Buffer.from(media.payload, "base64"));
    if (event === "stop") live.send(JSON.stringify({ type: "close" }));
  });
  call.on("close", () => live.close());
  live.on("message", (data) => {
    const message = JSON.parse(data);
    if (message.type === "final") console.log(message.text);
    if (message.type === "error") console.error(message.problem.message);
    if (message.type === "done") call.close();
  });
});`,
});

/** Between Asterisk's AudioSocket, which connects to it, and a live transcription. */
export const asteriskSample = (baseUrl: string, port: number): CodeSample => ({
  language: "asterisk.mjs",
  highlight: "js",
  code: `// npm install ws; node asterisk.mjs
import { once } from "node:events";
import { createServer } from "node:net";
import { WebSocket } from "ws";

const url = "${socketOf(baseUrl)}?encoding=pcm_s16le&sampleRate=8000";
const headers = { "X-Api-Key": process.env.VANG_API_KEY };

// A frame has a kind (0 hangup, 1 the call's UUID, 16 sound), a length of two bytes and its content.
async function* framesOf(call) {
  let bytes = Buffer.alloc(0);
  for await (const piece of call) {
    bytes = Buffer.concat([bytes, piece]);
    while (bytes.length >= 3 && bytes.length >= 3 + bytes.readUInt16BE(1)) {
      const end = 3 + bytes.readUInt16BE(1);
      yield { kind: bytes[0], content: bytes.subarray(3, end) };
      bytes = bytes.subarray(end);
    }
  }
}

createServer(async (call) => {
  const live = new WebSocket(url, "vang.live.v1", { headers });
  live.on("message", (data) => {
    const message = JSON.parse(data);
    if (message.type === "final") console.log(message.text);
    if (message.type === "error") console.error(message.problem.message);
  });
  live.on("close", () => call.end());
  try {
    await once(live, "open");
    for await (const { kind, content } of framesOf(call)) {
      if (kind === 16) live.send(content);
      if (kind === 0) break;
    }
    live.send(JSON.stringify({ type: "close" }));
  } catch (error) {
    console.error(error.message);
    call.destroy();
  }
}).listen(${port});`,
});
