import "server-only";
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { ProviderError } from "@/lib/speech/provider";
import type { Question, Reply, Task } from "./task";

/** One engine process. It dies alone: whatever brings it down is a `broken` for those who wait. */
export type Engine = {
  /** Throws ProviderError `broken`. */
  ask<Answer>(task: Task): Promise<Answer>;
  isAlive(): boolean;
  end(): void;
};

type Waiting = { resolve: (answer: never) => void; reject: (error: ProviderError) => void };

/** The program that engine processes run. */
export const childProgram = () => join(process.cwd(), ".build/sherpa-child.mjs");

/** Starts a process. It gets none of the server's settings, and the server does not stay up for it. */
export function startEngine(program = childProgram()): Engine {
  const env = { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV, UV_THREADPOOL_SIZE: "2" };
  const child = fork(program, {
    serialization: "advanced",
    env,
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const waiting = new Map<number, Waiting>();
  const lastWords = collectLastWords(child);
  let asked = 0;

  child.on("message", (reply: Reply) => {
    const waiter = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) letGo(child);
    if ("failure" in reply) waiter?.reject(broken(reply.failure, lastWords()));
    else waiter?.resolve(reply.answer as never);
  });
  const failAll = (reason: string) => {
    for (const { reject } of waiting.values()) reject(broken(reason, lastWords()));
    waiting.clear();
  };
  child.on("error", (error) => failAll(error.message));
  child.on("exit", (code, signal) => failAll(`the engine process ended (${signal ?? code})`));
  letGo(child);

  return {
    ask: (task) =>
      new Promise((resolve, reject) => {
        const question: Question = { id: ++asked, task };
        waiting.set(question.id, { resolve, reject });
        hold(child);
        child.send(question, (error) => error && failAll(error.message));
      }),
    isAlive: () => child.connected && child.exitCode === null && child.signalCode === null,
    end: () => void child.kill("SIGKILL"),
  };
}

const broken = (reason: string, lastWords: string) =>
  new ProviderError("broken", `sherpa-onnx failed: ${reason}`, { cause: lastWords || undefined });

// The engine writes why it dies where nobody reads it otherwise.
function collectLastWords(child: ChildProcess): () => string {
  let words = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-2000);
  });
  return () => words.trim();
}

type Handle = { ref?(): void; unref?(): void } | null | undefined;

const handlesOf = (child: ChildProcess): Handle[] => [child, child.channel, child.stderr as Handle];

const letGo = (child: ChildProcess) => {
  for (const handle of handlesOf(child)) handle?.unref?.();
};
const hold = (child: ChildProcess) => {
  for (const handle of handlesOf(child)) handle?.ref?.();
};
