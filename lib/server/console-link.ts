import "server-only";
import { EventEmitter, once } from "node:events";
import { Pool } from "undici";
import { seconds } from "@/lib/platform/clock";

/** Less than the console keeps an idle connection, so that no request is sent into one that it is closing. */
const idleMs = seconds(30);
export const consoleIdleMs = seconds(75);

/** The connections to the console's process: to its private socket, as the supervisor names it, or none while it starts. */
export class ConsoleLink {
  #path?: string;
  #pool?: Pool;
  readonly #changes = new EventEmitter().setMaxListeners(0);

  /** Requests go to this socket from now on; those under way keep their connections. */
  use(socketPath: string | undefined): void {
    if (socketPath === this.#path) return;
    this.#path = socketPath;
    void this.#pool?.close();
    // A client that reads slowly holds its connection; the public port limits how many there are.
    const timeouts = { keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs };
    this.#pool = socketPath ? new Pool("http://console", { socketPath, ...timeouts }) : undefined;
    this.#changes.emit("change");
  }

  /** The connections to the console, as soon as it runs; undefined when it does not within `waitMs`. */
  async open(waitMs: number): Promise<Pool | undefined> {
    const signal = AbortSignal.timeout(waitMs);
    while (!this.#pool && !signal.aborted) await once(this.#changes, "change", { signal }).catch(() => undefined);
    return this.#pool;
  }
}
