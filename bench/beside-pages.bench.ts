import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type Answer, arrive, closeConnections, p99, send } from "@/bench/support/arrive";
import { type Figure, ms } from "@/bench/support/measure";
import { startOurs } from "@/bench/support/ours";
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
  const body = JSON.stringify({ text: "Xin chào Việt Nam", voiceId: "ngoc", modelId: "reader", audioFormat: "wav" });
  const call = (since: number) =>
    send(`${url}/tts`, { "x-api-key": key, "content-type": "application/json" }, body, since);
  const page = `${url}/console/${member.businessSlug}/history`;
  const cookie = `cookie: ${await sessionCookieOf(member)}`;
  const slow = ["-X", "-c", "200", "-k", "3", "-r", "200", "-n", "1", "-z", "32", "-l", String(loadSeconds)];
  try {
    await send(page, { cookie: cookie.replace("cookie: ", ""), accept: "text/html" }, undefined);
    await arrive(callRate, 10, call);
    const calm = await arrive(callRate, loadSeconds, call);
    const readers = await beside(["wrk", "-t1", "-c20", `-d${loadSeconds}s`, "-H", cookie, page], call);
    const slowReaders = await beside(["slowhttptest", ...slow, "-u", `${url}/sign-in`], call);
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

async function beside([program = "", ...args]: string[], call: (since: number) => Promise<Answer>): Promise<Answer[]> {
  if (spawnSync("which", [program]).status !== 0) throw new Error(`${program} is not installed`);
  const load = spawn(program, args, { stdio: "ignore" });
  const answers = await arrive(callRate, loadSeconds, call);
  load.kill();
  return answers;
}

const isDone = (answers: Answer[]) => answers.every(({ status }) => status === 200);

/** What each process has in memory, by the last word of its command. */
const memoryOf = (name: string, pids: number[]): Figure[] =>
  pids.map((pid) => {
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean).at(-1);
    return { what: `${name}: memory of ${command}`, value: `${(kilobytes / 1024).toFixed(0)} MB` };
  });
