import { readAny } from "./answer.js";
import { VangError, VangTimeoutError } from "./errors.js";
import { nameOf } from "./files.js";
import { type CallOptions, type Transport, wait } from "./transport.js";
import type { Upload } from "./types.gen.js";

export type UploadOptions = CallOptions & {
  filename?: string;
  /** Bytes in one request: 8 MiB. */
  partBytes?: number;
  onProgress?: (sent: { sentBytes: number; sizeBytes: number }) => void;
};

/** What can be sent from any place, so that an upload goes on where it stopped. A `Blob` from Node's `openAsBlob` reads a file. */
export type UploadInput = Blob | Uint8Array<ArrayBuffer>;

const tus = { "tus-resumable": "1.0.0" };

/** Files of any length in parts, by tus 1.0.0. */
export class Uploads {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sends a file and returns its upload. After a lost connection it asks how much has arrived, and sends the rest. */
  async create(file: UploadInput, options: UploadOptions = {}): Promise<Upload> {
    const blob = file instanceof Blob ? file : new Blob([file]);
    const name = options.filename ?? nameOf(file);
    const headers = {
      ...tus,
      "upload-length": String(blob.size),
      ...(name && { "upload-metadata": `filename ${encodeBase64(name)}` }),
    };
    const request = { method: "POST", path: "/uploads", headers };
    const created = (await this.#transport.send(request, options, readAny)) as Upload;
    return this.resume(created.uploadId, blob, options);
  }

  /** Sends what of the file has not arrived yet. */
  async resume(id: string, file: UploadInput, options: UploadOptions = {}): Promise<Upload> {
    const blob = file instanceof Blob ? file : new Blob([file]);
    const { partBytes = 8 * 1024 * 1024, maxRetries = 5, onProgress } = options;
    let upload = await this.get(id, options);
    let failures = 0;
    while (upload.status === "receiving") {
      const offset = upload.receivedBytes;
      onProgress?.({ sentBytes: offset, sizeBytes: blob.size });
      try {
        await this.#append(id, offset, blob.slice(offset, offset + partBytes), options);
        failures = 0;
      } catch (error) {
        // 409: another offset is expected, since the part arrived although its response was lost.
        const isLate = error instanceof VangTimeoutError;
        const mayPass = isLate || (error instanceof VangError && (error.retryable || error.status === 409));
        if (!mayPass || failures >= maxRetries) throw error;
        await wait((error.retryAfterSeconds ?? 0.5 * 2 ** failures) * 1000, options.signal);
        failures++;
      }
      upload = await this.get(id, options);
    }
    onProgress?.({ sentBytes: upload.receivedBytes, sizeBytes: blob.size });
    return upload;
  }

  get(id: string, options: CallOptions = {}): Promise<Upload> {
    return this.#transport.send({ method: "GET", path: `/uploads/${id}` }, options, readAny) as Promise<Upload>;
  }

  /** Deletes what has arrived. */
  async remove(id: string, options: CallOptions = {}): Promise<void> {
    await this.#transport.send({ method: "DELETE", path: `/uploads/${id}`, headers: tus }, options, readAny);
  }

  async #append(id: string, offset: number, part: Blob, options: CallOptions): Promise<void> {
    const headers = { ...tus, "upload-offset": String(offset) };
    const body = { make: () => part, isRepeatable: true, type: "application/offset+octet-stream" };
    const request = { method: "PATCH", path: `/uploads/${id}`, headers, body };
    // A part takes long on a slow connection.
    await this.#transport.send(request, { timeoutMs: 300_000, ...options }, readAny);
  }
}

const encodeBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
