import { fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const roleProgram = fileURLToPath(new URL("./role.mjs", import.meta.url));

/**
 * After the first end a process starts again at once; after the second end in a row it waits for `secondMs`, then twice
 * as long each time, up to `longestMs`. One that served for `stableMs` did not end in a row with the one before.
 */
const usualPauses = { secondMs: 1000, longestMs: 30_000, stableMs: 60_000 };

/** How long a process that replaces another one may take until it is ready. */
const longestStartMs = 60_000;
/** Longer than a process takes to finish requests, to cancel jobs and to write what waits to be written. */
const longestEndMs = 60_000;

/**
 * Keeps one process of a role running: starts it again whenever it ends by itself, and replaces it on request.
 * `describe` makes the first message for a process, and a handle that goes with it; `changed` is called when a process
 * is ready or has ended, `watch` with each process that begins.
 */
export class KeptProcess {
  #current;
  /** Two while one is being replaced. */
  #started = new Set();
  #hasServed = false;
  #failures = 0;
  #isReplacing = false;
  #isStopping = false;
  #restart;
  /** How often the process has ended by itself since the supervisor started. */
  restarts = 0;

  constructor({ role, describe, changed, log, watch = () => {}, program = roleProgram, pauses = usualPauses }) {
    this.role = role;
    this.describe = describe;
    this.changed = changed;
    this.log = log;
    this.watch = watch;
    this.program = program;
    this.pauses = pauses;
  }

  /** What the process that serves now was started with; undefined while none serves. */
  get serving() {
    return this.#current?.isReady ? this.#current.message.start : undefined;
  }

  /** Starts the first process and resolves to what it says when it is ready. Throws if it ends before. */
  start() {
    this.#current = this.#begin();
    return this.#current.ready;
  }

  /** Starts another process, and ends the one before once that is ready. One that does not get ready changes nothing. */
  async replace() {
    clearTimeout(this.#restart);
    this.#isReplacing = true;
    const [before, next] = [this.#current, this.#begin()];
    const late = sleep(longestStartMs, "not ready in time", { ref: false });
    const trouble = await Promise.race([next.ready.then(() => undefined, String), late]);
    this.#isReplacing = false;
    if (this.#isStopping) return;
    if (trouble) {
      this.log.error({ process: this.role, reason: trouble }, "a process could not be replaced");
      next.child.kill("SIGKILL");
      if (before.hasEnded) this.#startAgain();
      return;
    }
    this.#current = next;
    this.changed();
    await this.#end(before);
  }

  send(message) {
    for (const { child } of this.#started) if (child.connected) child.send(message, () => {});
  }

  async stop() {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    await Promise.all([...this.#started].map((one) => this.#end(one)));
  }

  kill() {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    for (const { child } of this.#started) child.kill("SIGKILL");
  }

  #begin() {
    const { message, handle, cleanUp } = this.describe();
    const child = fork(this.program, [this.role], { env: { ...process.env, VANG_ROLE: this.role }, stdio: "inherit" });
    const one = { child, message, isReady: false, hasEnded: false };
    this.#started.add(one);
    this.watch(child, this.role);
    one.ended = new Promise((done) => {
      child.once("exit", (code, signal) => done(signal ?? `exit code ${code}`));
      child.once("error", (error) => done(error.message));
    });
    one.ready = new Promise((ready, failed) => {
      child.once("message", (said) => {
        if (said.failure === undefined) return ready(said);
        one.failure = said.failure;
        failed(new Error(said.failure));
      });
      one.ended.then((how) => failed(new Error(`The ${this.role} process ended before it was ready (${how}).`)));
    });
    one.ready.then(
      () => this.#hasBegun(one),
      () => undefined,
    );
    one.ended.then((how) => {
      cleanUp?.();
      this.#hasEnded(one, how);
    });
    child.send(message, handle, () => {});
    return one;
  }

  #hasBegun(one) {
    one.isReady = true;
    one.readyAt = performance.now();
    this.#hasServed = true;
    this.changed();
  }

  #hasEnded(one, how) {
    one.hasEnded = true;
    one.isReady = false;
    this.#started.delete(one);
    if (this.#isStopping || this.#current !== one || !this.#hasServed) return;
    this.restarts += 1;
    this.changed();
    if (performance.now() - one.readyAt > this.pauses.stableMs) this.#failures = 0;
    this.#failures += 1;
    const { failure, child } = one;
    const about = {
      process: this.role,
      pid: child.pid,
      how,
      failure,
      endsInARow: this.#failures,
      pauseMs: this.#pauseMs,
    };
    this.log.error(about, "a process ended by itself");
    if (!this.#isReplacing) this.#startAgain();
  }

  get #pauseMs() {
    const { secondMs, longestMs } = this.pauses;
    return this.#failures < 2 ? 0 : Math.min(secondMs * 2 ** (this.#failures - 2), longestMs);
  }

  #startAgain() {
    this.#restart = setTimeout(() => {
      try {
        this.#current = this.#begin();
      } catch (error) {
        // Without free memory or file descriptors `fork` throws.
        this.#failures += 1;
        const about = { process: this.role, reason: error.message, pauseMs: this.#pauseMs };
        this.log.error(about, "a process could not be started again");
        this.#startAgain();
      }
    }, this.#pauseMs);
  }

  async #end(one) {
    if (one.child.connected) one.child.send({ end: true }, () => {});
    const watchdog = setTimeout(() => one.child.kill("SIGKILL"), longestEndMs);
    await one.ended;
    clearTimeout(watchdog);
  }
}
