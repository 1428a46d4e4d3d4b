import "server-only";
import { Readable } from "node:stream";
import pg from "pg";

/** In the replication protocol (from PostgreSQL 15 on) the first byte of a message says what it carries. */
const tarData = "d".charCodeAt(0);

/** The part of pg's connection that its types leave out. */
type Connection = { query(text: string): void; stream: { pause(): void; resume(): void } };

/**
 * One tar stream of files and write-ahead log, consistent as of its end. The server verifies the checksum of every page
 * that it sends. `url`: a superuser's, or one with the privilege of replication.
 */
export async function* readBaseBackup(url: string): AsyncGenerator<Buffer> {
  const client = new pg.Client({ connectionString: url, replication: "true" } as pg.ClientConfig);
  client.on("error", () => undefined); // the running command fails, too
  await client.connect();
  try {
    // Keeps the log of the whole backup from being recycled; it ends with the connection.
    await client.query(`CREATE_REPLICATION_SLOT vang_backup_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL)`);
    yield* client.query(new BaseBackup() as never) as unknown as BaseBackup;
  } finally {
    // Without waiting: a backup that is given up leaves unread messages.
    client.end().catch(() => undefined);
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}

/** One command as pg runs it: `pg-copy-streams` ends with the first of its three results. */
class BaseBackup extends Readable {
  #connection?: Connection;

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query("BASE_BACKUP (LABEL 'vang', CHECKPOINT 'fast', WAL true, MANIFEST 'no')");
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] !== tarData) return;
    // pg uses its buffer again.
    if (!this.push(Buffer.from(chunk.subarray(1)))) this.#connection?.stream.pause();
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  handleReadyForQuery(): void {
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
