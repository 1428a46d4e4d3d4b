import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect, type TcpNetConnectOpts } from "node:net";
import { type Answer, arrive, closeConnections, p99, send } from "@/bench/support/arrive";
import { type Figure, ms } from "@/bench/support/measure";
import { callOf, startOurs } from "@/bench/support/ours";
import { sessionCookieOf } from "@/testing/harness/console-walk";
import { rolePids } from "@/testing/harness/role-processes";

const callRate = 50;
const loadSeconds = 12;

/**
 * What API requests take beside 20 readers of the history page, and beside 200 connections that read a page slowly: with
 * everything in one process (`VANG_ROLE=all`), and with the three processes of `npm start`.
 */
export default async function bench(): Promise<Figure[]> {
  return [...(await measure("one process", { VANG_ROLE: "all" })), ...(await measure("three processes", {}))];
}

async function measure(name: string, settings: Record<string, string>): Promise<Figure[]> {
  const { url, server, key, member, close } = await startOurs(settings);
  const call = callOf({ url, key });
  const page = `${url}/console/${member.businessSlug}/history`;
  const cookie = await sessionCookieOf(member);
  try {
    await send(page, { cookie, accept: "text/html" }, undefined);
    await arrive(callRate, 10, call);
    const calm = await arrive(callRate, loadSeconds, call);
    const readers = await beside(() => startReaders(page, cookie), call);
    const slowReaders = await beside(() => startSlowReaders(new URL("/sign-in", url)), call);
    const limit = p99(calm) * 2;
    const summarize = (answers: Answer[]) => ({
      target: "≤ 2 × calm, all done",
      met: p99(answers) <= limit && isDone(answers),
    });
    return [
      { what: `${name}: p99 of ${callRate} jobs a second, calm`, value: ms(p99(calm)) },
      { what: `${name}: beside 20 readers of the history page`, value: ms(p99(readers)), ...summarize(readers) },
      { what: `${name}: beside 200 slow readers`, value: ms(p99(slowReaders)), ...summarize(slowReaders) },
      ...memoryOf(name, [server.process.pid ?? 0, ...rolePids(server)]),
    ];
  } finally {
    closeConnections();
    await close();
  }
}

/** Measures while `start`'s load runs; `start` returns what ends it. */
async function beside(start: () => () => void, call: (since: number) => Promise<Answer>): Promise<Answer[]> {
  const end = start();
  const answers = await arrive(callRate, loadSeconds, call);
  end();
  return answers;
}

/** 20 readers in a process of their own. */
function startReaders(page: string, cookie: string): () => void {
  const options = ["-c", "20", "-d", String(loadSeconds), "-H", `cookie=${cookie}`];
  const load = spawn(process.execPath, ["node_modules/autocannon/autocannon.js", ...options, page], {
    stdio: "ignore",
  });
  return () => void load.kill();
}

/** 200 connections that each read 32 bytes a second. */
function startSlowReaders({ hostname, port, pathname }: URL): () => void {
  const sockets = Array.from({ length: 200 }, () => {
    const socket = connect({ host: hostname, port: Number(port), readableHighWaterMark: 32 } as TcpNetConnectOpts);
    socket.on("error", () => undefined);
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nAccept: text/html\r\n\r\n`);
    return socket.pause();
  });
  const reading = setInterval(() => sockets.forEach((socket) => void socket.read(32)), 1000);
  return () => {
    clearInterval(reading);
    for (const socket of sockets) socket.destroy();
  };
}

const isDone = (answers: Answer[]) => answers.every(({ status }) => status === 200);

/** What each process has in memory, by the last word of its command. */
const memoryOf = (name: string, pids: number[]): Figure[] =>
  pids.map((pid) => {
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean).at(-1);
    return { what: `${name}: memory of ${command}`, value: `${(kilobytes / 1024).toFixed(0)} MB` };
  });
