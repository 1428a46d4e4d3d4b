import "server-only";
import type pg from "pg";
import { seconds } from "./clock";

/** How long a statement may take, with the wait for the connection. */
const totalMs = seconds(3);

/** How long a connection that is given up is kept for what its statements still return. */
const keptMs = seconds(10);

/** PostgreSQL's code of a write on a standby, or under `default_transaction_read_only`: another server may write by now. */
export const readOnly = "25006";

/** Gets what a statement returned too late. */
export type Undo<Row> = (rows: Row[]) => Promise<unknown>;

/**
 * One connection for many short statements at once: none waits for the response of the one before, and those of one turn
 * of the event loop are sent in one write. To wake the server for each would take longer than the statements themselves.
 * A statement that takes too long holds up those behind it, so later ones get a new connection, as after one that could
 * not write.
 */
export class Pipeline {
  readonly #connect: () => Promise<pg.Client>;
  #connection: Promise<pg.Client> | undefined;

  /** `connect` opens a connection with the setting `pipeline`. */
  constructor(connect: () => Promise<pg.Client>) {
    this.#connect = connect;
  }

  /** Rejects with "timeout expired" after three seconds. */
  run<Row extends pg.QueryResultRow>(query: pg.QueryConfig, undo?: Undo<Row>): Promise<Row[]> {
    this.#connection ??= this.#open();
    const connection = this.#connection;
    return new Promise((done, failed) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        this.#giveUp(connection);
        failed(new Error("timeout expired"));
      }, totalMs);
      const send = async (client: pg.Client) => {
        if (isLate) return;
        const { rows } = await sendGathered<Row>(client, query);
        if (isLate) await undo?.(rows);
        else done(rows);
      };
      const fail = (error: Error & { code?: string }) => {
        if (error.code === readOnly) this.#giveUp(connection);
        failed(error);
      };
      connection
        .then(send)
        .catch(fail)
        .finally(() => clearTimeout(timer));
    });
  }

  /** After this, the next statement gets a new connection. */
  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.then(
      (client) => client.end(),
      () => undefined,
    );
  }

  #open(): Promise<pg.Client> {
    const connection = this.#connect();
    const forget = () => {
      if (this.#connection === connection) this.#connection = undefined;
    };
    connection.then((client) => client.on("error", forget).on("end", forget), forget);
    return connection;
  }

  #giveUp(connection: Promise<pg.Client>): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    connection.then(
      (client) => {
        void client.end();
        setTimeout(() => client.connection.stream.destroy(), keptMs).unref();
      },
      () => undefined,
    );
  }
}

const gathering = new WeakSet<pg.Client>();

function sendGathered<Row extends pg.QueryResultRow>(client: pg.Client, query: pg.QueryConfig) {
  if (!gathering.has(client)) {
    gathering.add(client);
    const { stream } = client.connection;
    stream.cork();
    setImmediate(() => {
      gathering.delete(client);
      stream.uncork();
    });
  }
  return client.query<Row>(query);
}
