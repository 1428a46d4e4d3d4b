import { idempotentPosts } from "./types.gen.js";

const patterns = idempotentPosts.map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`));

/** Whether Vang recognizes a repeated request by its `Idempotency-Key`. */
export const isIdempotent = (method: string, path: string): boolean =>
  method === "POST" && patterns.some((pattern) => pattern.test(path));
