import { setTimeout as sleep } from "node:timers/promises";
import { type Behavior, expectedTranscript, sendAudio, sendJson, spokenWav } from "@/testing/fakes/speech-server";

/** Accepts the call and never responds. */
export const hanging: Behavior = () => undefined;

export const answering =
  (status: number, value: unknown, headers: Record<string, string> = {}): Behavior =>
  (_, response) => {
    for (const [name, text] of Object.entries(headers)) response.setHeader(name, text);
    sendJson(response, status, value);
  };

export const sending =
  (bytes: Buffer, type?: string): Behavior =>
  (_, response) =>
    sendAudio(response, bytes, type);

export const redirecting =
  (to: string): Behavior =>
  (_, response) =>
    void response.writeHead(307, { location: to }).end();

/** Accepts the call and resets its connection. */
export const resetting: Behavior = (_, response) => void response.socket?.resetAndDestroy();

/** Responds like a healthy server, and then once more without a request. */
export const doubling: Behavior = ({ path }, response) => {
  const isSpeech = path === "/v1/audio/speech";
  const body = isSpeech ? spokenWav : Buffer.from(JSON.stringify(expectedTranscript));
  const type = isSpeech ? "audio/wav" : "application/json";
  const head = Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`);
  response.socket?.end(Buffer.concat([head, body, head, body]));
};

/** Announces a length and breaks off in the middle. */
export const halfClosing: Behavior = (_, response) => {
  response.writeHead(200, { "content-type": "audio/wav", "content-length": spokenWav.length });
  response.write(spokenWav.subarray(0, 1000), () => response.socket?.destroy());
};

/** Announces a body shorter than the audio in it. */
export const understating: Behavior = (_, response) => {
  const short = spokenWav.length / 2;
  response.socket?.write(
    `HTTP/1.1 200 OK\r\ncontent-type: audio/wav\r\ncontent-length: ${short}\r\nconnection: close\r\n\r\n`,
  );
  response.socket?.end(spokenWav);
};

/** Sends without end until the client has enough. */
export const flooding: Behavior = async (_, response) => {
  response.writeHead(200, { "content-type": "audio/wav" });
  const piece = Buffer.alloc(1_000_000);
  while (!response.destroyed) {
    if (!response.write(piece))
      await Promise.race([new Promise((drained) => response.once("drain", drained)), sleep(500)]);
  }
};

/** Sends one byte at a time, so that no pause is long. */
export const dripping: Behavior = async (_, response) => {
  response.writeHead(200, { "content-type": "audio/wav", "content-length": spokenWav.length });
  for (let at = 0; at < spokenWav.length && !response.destroyed; at++) {
    response.write(spokenWav.subarray(at, at + 1));
    await sleep(20);
  }
};
