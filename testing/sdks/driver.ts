import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

export type DriverError = {
  kind: "api" | "timeout" | "connection" | "aborted" | "signature" | "other";
  status?: number | null;
  code?: string | null;
  message: string;
  messageVi?: string | null;
  requestId?: string | null;
  param?: string | null;
  retryable?: boolean | null;
  retryAfterSeconds?: number | null;
};

export type Client = { apiKey?: string; baseUrl?: string; maxRetries?: number; timeoutMs?: number };

/** A language's program that uses its SDK: a command in JSON on each line of its input, an outcome on each of its output. */
export type Language = {
  name: string;
  /** The program and its arguments. */
  command: readonly string[];
  cwd?: string;
  /** Behaviors that the language does not offer, by their title, and why. */
  without?: Readonly<Record<string, string>>;
};

/** One process of a driver, which does one command at a time. */
class Driver {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (outcome: Outcome) => void>();
  #errors = "";
  #last = 0;

  constructor({ command: [program = "", ...args], cwd }: Language, env: Record<string, string>) {
    this.#child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: "pipe" });
    this.#child.stderr?.on("data", (data) => {
      this.#errors += data;
    });
    this.#child.stdin?.on("error", () => undefined);
    this.#child.on("close", () => this.#fail());
    this.#child.on("error", () => this.#fail());
    if (this.#child.stdout)
      createInterface(this.#child.stdout).on("line", (line) => {
        const { id, ...outcome } = JSON.parse(line);
        this.#waiting.get(id)?.(outcome);
        this.#waiting.delete(id);
      });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  send(what: string, client: Client, args: object): Promise<Outcome> {
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      if (this.#child.exitCode !== null) return this.#fail();
      this.#child.stdin?.write(`${JSON.stringify({ id, do: what, client, args })}\n`);
    });
  }

  #fail(): void {
    const message = `The driver ended: ${this.#errors.slice(-2000)}`;
    for (const resolve of this.#waiting.values()) resolve({ error: { kind: "other", message } });
    this.#waiting.clear();
  }

  stop(): void {
    this.#child.kill();
  }
}

type Outcome = { ok?: Record<string, unknown>; error?: DriverError };

/** The drivers of a language: as many processes as commands run at a time. */
export function openDrivers(language: Language) {
  const free: Driver[] = [];
  const all: Driver[] = [];
  async function run(what: string, client: Client, args: object, env?: Record<string, string>): Promise<Outcome> {
    const driver = (env ? undefined : free.pop()) ?? new Driver(language, env ?? {});
    if (!all.includes(driver)) all.push(driver);
    const outcome = await driver.send(what, client, args);
    if (env) driver.stop();
    else free.push(driver);
    return outcome;
  }
  return {
    /** What the command returned. Throws if it failed. */
    async ok(what: string, client: Client, args: object = {}, env?: Record<string, string>) {
      const { ok, error } = await run(what, client, args, env);
      if (!ok) throw new Error(`${language.name}: ${what} failed: ${JSON.stringify(error)}`);
      return ok;
    },
    /** How the command failed. Throws if it did not. */
    async error(what: string, client: Client, args: object = {}) {
      const { ok, error } = await run(what, client, args);
      if (!error) throw new Error(`${language.name}: ${what} did not fail: ${JSON.stringify(ok)}`);
      return error;
    },
    /** A process of its own, to be measured. */
    single(): Driver {
      const driver = new Driver(language, {});
      all.push(driver);
      return driver;
    },
    close: () => {
      for (const driver of all) driver.stop();
    },
  };
}

export type Drivers = ReturnType<typeof openDrivers>;
