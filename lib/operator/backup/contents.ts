import "server-only";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { listFiles, nullIfMissing } from "@/lib/platform/objects/files/write";
import { isBrief } from "@/lib/platform/objects/store";
import { type ArchiveEntry, readTar } from "./archive";

/** Where the files of the database and of VANG_DATA are in an archive. */
export const [clusterPath, filesPath] = ["database/", "files/"];

/** Parts of VANG_DATA that are made again, or are of no use later. `postgres` is copied by its server. */
export const leftOut = new Set(["models", "uploads", "previews", "postgres", "lost+found"]);

/** What a program is just writing, or holds while it runs. */
const isPassing = (path: string) => /\.(part|new|lock|stale)$/.test(path);

/** In this order: heads of audit logs may be older than the logs, and objects newer than rows, never the reverse. */
export async function* listContents(
  data: string,
  ownerUrl: string,
  { withObjects }: { withObjects: boolean },
): AsyncGenerator<ArchiveEntry> {
  const found = (await readdir(data).catch(nullIfMissing)) ?? [];
  const names = found.filter((name) => !leftOut.has(name) && !isPassing(name)).sort();
  for (const name of names) if (name !== "objects") yield* copyTree(data, name);
  for (const name of ["password", "app-password"]) yield* copyTree(join(data, "postgres"), name, clusterPath);
  for await (const entry of readTar(readBaseBackup(ownerUrl), "The copy of the database"))
    yield { ...entry, path: `${clusterPath}data/${entry.path}` };
  if (withObjects && names.includes("objects")) yield* copyTree(data, "objects");
}

async function* copyTree(root: string, name: string, place = filesPath): AsyncGenerator<ArchiveEntry> {
  const path = join(root, name);
  // Follows a symbolic link to another disk.
  const found = await stat(path).catch(nullIfMissing);
  if (found?.isFile()) yield* copyFile(path, place + name);
  if (!found?.isDirectory()) return;
  for await (const file of listFiles(path))
    if (!isPassing(file) && !isBrief(file))
      yield* copyFile(file, place + name + file.slice(path.length).replaceAll("\\", "/"));
}

/** Nothing for a file that was deleted meanwhile. */
async function* copyFile(file: string, path: string): AsyncGenerator<ArchiveEntry> {
  const opened = await open(file).catch(nullIfMissing);
  if (!opened) return;
  try {
    const { size, mode, mtime: modifiedAt } = await opened.stat();
    const body =
      size === 0 ? Readable.from([]) : opened.createReadStream({ start: 0, end: size - 1, autoClose: false });
    yield { path, mode: mode & 0o777, modifiedAt, isDirectory: false, size, body };
  } finally {
    await opened.close();
  }
}

/** In the replication protocol (from PostgreSQL 15 on) the first byte of a message says what it carries. */
const tarData = "d".charCodeAt(0);

/** The part of pg's connection that its types leave out. */
type Connection = { query(text: string): void; stream: { pause(): void; resume(): void } };

/**
 * One tar stream of files and write-ahead log, consistent as of its end. The server verifies the checksum of every page
 * that it sends. `url`: a superuser's, or one with the privilege of replication.
 */
async function* readBaseBackup(url: string): AsyncGenerator<Buffer> {
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
