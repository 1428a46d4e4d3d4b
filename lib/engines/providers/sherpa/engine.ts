import "server-only";
import { type ChildProcess, fork, type StdioOptions } from "node:child_process";
import { join } from "node:path";
import { ProviderError } from "@/lib/engines/provider";
import { giveWay, isBackground } from "@/lib/platform/priority";
import type { Question, Reply, Task } from "./task";

type Waiting = { resolve: (answer: never) => void; reject: (error: ProviderError) => void };

/** One engine process. If it dies, pending tasks fail as `broken` and nothing else is affected. */
export class Engine {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  /** The end of stderr, where the native library writes why it aborts. */
  #lastWords = "";

  constructor(program = join(process.cwd(), ".build/sherpa-child.mjs")) {
    this.#child = forkApart(program);
    this.#child.stderr?.setEncoding("utf8").on("data", (words: string) => {
      this.#lastWords = (this.#lastWords + words).slice(-2000);
    });
    this.#child.on("message", (reply: Reply) => this.#settle(reply));
    this.#child.on("error", (error) => this.#failAll(error.message));
    this.#child.on("close", (code, signal) => this.#failAll(`the engine process ended (${signal ?? code})`));
    keepUs(this.#child, false);
  }

  /** Throws ProviderError `broken`. */
  ask<Answer>(task: Task): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const question: Question = { id: ++this.#lastId, task };
      this.#waiting.set(question.id, { resolve, reject });
      keepUs(this.#child, true);
      // A dead process is handled on `close`, where the reason is known.
      this.#child.send(question, () => undefined);
    });
  }

  isAlive(): boolean {
    return this.#child.connected && !this.#child.killed;
  }

  end(): void {
    this.#child.kill("SIGKILL");
  }

  #settle(reply: Reply): void {
    const waiter = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) keepUs(this.#child, false);
    if ("failure" in reply) waiter?.reject(this.#broken(reply.failure));
    else waiter?.resolve(reply.answer as never);
  }

  #failAll(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(this.#broken(reason));
    this.#waiting.clear();
  }

  #broken(reason: string): ProviderError {
    return new ProviderError("broken", `sherpa-onnx failed: ${reason}`, { cause: this.#lastWords.trim() || undefined });
  }
}

/** Starts a process without the server's environment variables. */
function forkApart(program: string): ChildProcess {
  const env = { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV, UV_THREADPOOL_SIZE: "2" };
  const stdio: StdioOptions = ["ignore", "ignore", "pipe", "ipc"];
  const child = fork(program, { serialization: "advanced", env, execArgv: [], stdio });
  if (isBackground()) giveWay(child.pid);
  return child;
}

type Handle = { ref?(): void; unref?(): void } | null | undefined;

/** Lets either process exit unless a task is pending. */
function keepUs(child: ChildProcess, up: boolean): void {
  for (const handle of [child, child.channel, child.stderr] as Handle[]) up ? handle?.ref?.() : handle?.unref?.();
}
