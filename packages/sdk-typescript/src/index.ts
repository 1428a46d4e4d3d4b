export type { Answer, AudioStream, ResponseMeta } from "./answer.js";
export { type TranscriptionFields, Vang } from "./client.js";
export {
  VangAbortError,
  VangConnectionError,
  VangError,
  VangSignatureError,
  VangTimeoutError,
} from "./errors.js";
export type { FileInput, FileStream } from "./files.js";
export type { LiveOptions, LiveSession } from "./live.js";
export type { CallOptions, ClientOptions } from "./transport.js";
export type * from "./types.gen.js";
export type { UploadInput, UploadOptions } from "./uploads.js";
export { version } from "./version.js";
export { verifyWebhook } from "./webhooks.js";
