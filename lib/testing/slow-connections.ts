import { connect, type Socket } from "node:net";

export type SlowConnection = { socket: Socket; livedMs: Promise<number> };

export type SlowTarget = {
  port: number;
  key: string;
  /** A signed path to audio longer than all that lies between two programs: whoever does not read it keeps it waiting. */
  audio: string;
  /** After how long a slow reader reads what was sent to it, and so learns whether it was cut. */
  readsAfterMs?: number;
};

/** A connection that sends `first`, then `drop` each second, and notes how long it was borne with. */
export function openSlow(port: number, first: string, drop: string, { reads = true } = {}): SlowConnection {
  const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
  const openedAt = performance.now();
  const livedMs = new Promise<number>((done) => socket.once("close", () => done(performance.now() - openedAt)));
  socket.on("error", () => undefined);
  if (reads) socket.resume();
  socket.write(first);
  const timer = setInterval(() => socket.write(drop), 1000);
  socket.once("close", () => clearInterval(timer));
  return { socket, livedMs };
}

export const uploadStart = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n';

export const uploadHead = ({ key }: Pick<SlowTarget, "key">, length: number): string =>
  post("/stt", key, "multipart/form-data; boundary=b", length);

const post = (path: string, key: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

/** Every way there is to be slow with us, each as what opens one such connection. */
export function slowKinds(target: SlowTarget): Record<string, () => SlowConnection> {
  const open = (first: string, drop: string) => openSlow(target.port, first, drop);
  return {
    silent: () => open("", ""),
    "slow headers": () => open("GET /health HTTP/1.1\r\nHost: a\r\n", "X: a\r\n"),
    "a slow JSON body": () => open(post("/tts", target.key, "application/json", 5000), "x"),
    "a slow upload": () => open(uploadHead(target, 500_000) + uploadStart, "x".repeat(500)),
    "a body nobody asked for": () =>
      open("POST /openapi.json HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n", "x"),
    "a slow read": () => {
      const slow = openSlow(target.port, `GET ${target.audio} HTTP/1.1\r\nHost: a\r\n\r\n`, "", { reads: false });
      // A paused socket learns of its end only when it is read; one that was not cut by then is kept for its next call.
      const reading = setTimeout(() => slow.socket.resume(), target.readsAfterMs ?? 14_000);
      slow.socket.once("close", () => clearTimeout(reading));
      return slow;
    },
  };
}
