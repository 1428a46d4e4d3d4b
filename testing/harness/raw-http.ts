import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type RawAnswer = { status: number; headers: string; body: string };

/** The data received on a connection: the responses in order, the remaining bytes, and whether the server closed it. */
export type Exchange = { answers: RawAnswer[]; rest: string; isClosed: boolean };

type Options = { timeoutMs?: number; enough?: number };

/**
 * Sends raw bytes over one connection, piece by piece, and reads until the server closes it, or has sent `enough`
 * responses and pauses. Latin-1 throughout: one character, one byte.
 */
export async function exchange(
  port: number,
  pieces: string[],
  { timeoutMs = 10_000, enough = Number.POSITIVE_INFINITY }: Options = {},
): Promise<Exchange> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let [received, receivedAt, isClosed] = ["", 0, false];
  socket.on("data", (bytes) => {
    received += bytes.toString("latin1");
    receivedAt = performance.now();
  });
  socket.on("close", () => (isClosed = true)).on("error", () => undefined);
  for (const piece of pieces) {
    socket.write(Buffer.from(piece, "latin1"));
    await sleep(20);
  }
  const end = performance.now() + timeoutMs;
  const hasEnough = () => performance.now() - receivedAt > 200 && readAnswers(received).answers.length >= enough;
  while (!isClosed && performance.now() < end && !hasEnough()) await sleep(10);
  socket.destroy();
  return { ...readAnswers(received), isClosed };
}

function readAnswers(received: string): { answers: RawAnswer[]; rest: string } {
  const answers: RawAnswer[] = [];
  let rest = received;
  for (;;) {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
    if (!head) return { answers, rest };
    const [whole, status, headers = ""] = head;
    const { body, length } = readBody(headers, rest.slice(whole.length), Number(status));
    answers.push({ status: Number(status), headers, body });
    rest = rest.slice(whole.length + length);
  }
}

/** The body of a response, and how many bytes of the stream it took. */
function readBody(headers: string, from: string, status: number): { body: string; length: number } {
  if (status < 200 || status === 204) return { body: "", length: 0 };
  const contentLength = /^content-length: (\d+)\r$/im.exec(headers)?.[1];
  if (contentLength !== undefined) return { body: from.slice(0, Number(contentLength)), length: Number(contentLength) };
  if (!/^transfer-encoding: chunked\r$/im.test(headers)) return { body: from, length: from.length };
  let [body, at] = ["", 0];
  for (;;) {
    const line = /^([0-9a-f]+)\r\n/i.exec(from.slice(at));
    if (!line) return { body, length: from.length };
    const size = Number.parseInt(line[1] as string, 16);
    const start = at + line[0].length;
    body += from.slice(start, start + size);
    at = start + size + 2;
    if (size === 0) return { body, length: at };
  }
}
