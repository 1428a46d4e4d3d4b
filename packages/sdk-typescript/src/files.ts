/**
 * A file to send: `createReadStream(path)` and other streams are sent while they are read; a function that opens a new
 * stream lets the request be sent again after a lost connection.
 */
export type FileInput = Blob | Uint8Array<ArrayBuffer> | FileStream | (() => FileStream);
export type FileStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** A form with one file, behind its fields. */
export function formBody(file: FileInput, fileName: string | undefined, fields: Readonly<Record<string, unknown>>) {
  const named = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null
      ? []
      : [[name, typeof value === "object" ? JSON.stringify(value) : String(value)]],
  );
  if (file instanceof Blob || file instanceof Uint8Array) {
    const form = new FormData();
    for (const [name, value] of named) form.append(name, value);
    const blob = file instanceof Blob ? file : new Blob([file]);
    form.append("file", blob, fileName ?? nameOf(file) ?? "audio");
    return { make: () => form, isRepeatable: true };
  }
  const opened = typeof file === "function" ? undefined : file;
  const first = opened ?? (file as () => FileStream)();
  const boundary = `vang-${crypto.randomUUID()}`;
  const open = once(first, file);
  return {
    make: () => toStream(writeForm(boundary, named, fileName ?? nameOf(first) ?? "audio", open())),
    isRepeatable: typeof file === "function",
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

/** The stream that is open already, then new ones. */
function once(first: FileStream, file: FileInput): () => FileStream {
  let isTaken = false;
  return () => {
    if (isTaken && typeof file === "function") return file();
    isTaken = true;
    return first;
  };
}

async function* writeForm(
  boundary: string,
  fields: readonly [string, string][],
  fileName: string,
  file: FileStream,
): AsyncGenerator<Uint8Array> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const disposition = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`;
  for (const [name, value] of fields) yield encode(`${disposition(name)}\r\n\r\n${value}\r\n`);
  yield encode(
    `${disposition("file")}; filename="${escapeName(fileName)}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  yield* readParts(file);
  yield encode(`\r\n--${boundary}--\r\n`);
}

/** As browsers write names into forms. */
const escapeName = (name: string) => name.replace(/"/g, "%22").replace(/\r/g, "%0D").replace(/\n/g, "%0A");

/** The name of a `File`, or of the file that Node's stream reads. */
export function nameOf(file: object): string | undefined {
  if ("name" in file && typeof file.name === "string" && file.name) return file.name;
  if ("path" in file && typeof file.path === "string") return file.path.split(/[\\/]/).pop();
  return undefined;
}

/** Not every browser can iterate over a stream. */
export async function* readParts(stream: FileStream): AsyncGenerator<Uint8Array> {
  if (!(stream instanceof ReadableStream)) return yield* stream;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

export function toStream(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
