import "server-only";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { env } from "@/lib/platform/env";

const keptMailSchema = z.object({
  id: z.string(),
  sentAt: z.iso.datetime(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

/** An email that stayed on this machine because no SMTP server is set. */
export type KeptMail = z.infer<typeof keptMailSchema>;

const directory = () => join(env.VANG_DATA, "mail");

/** Stores an email twice: as the message that an email program opens, and as JSON for the development page. */
export async function keepMail(mail: KeptMail, message: Buffer): Promise<void> {
  await mkdir(directory(), { recursive: true, mode: 0o700 });
  await writeWhole(`${mail.id}.eml`, message);
  await writeWhole(`${mail.id}.json`, JSON.stringify(mail, null, 2));
}

// Written to a temporary file and renamed, so that no reader gets half an email.
async function writeWhole(name: string, content: string | Buffer): Promise<void> {
  const file = join(directory(), name);
  await writeFile(`${file}.part`, content, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

/** The latest hundred, newest first. */
export async function listKeptMails(): Promise<KeptMail[]> {
  const names = await readdir(directory()).catch(() => []);
  const latest = names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .reverse()
    .slice(0, 100);
  return Promise.all(
    latest.map(async (name) => keptMailSchema.parse(JSON.parse(await readFile(join(directory(), name), "utf8")))),
  );
}

export async function findKeptMail(id: string): Promise<KeptMail | null> {
  return (await listKeptMails()).find((mail) => mail.id === id) ?? null;
}
