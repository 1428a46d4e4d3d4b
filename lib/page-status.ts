import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestListener, ServerResponse } from "node:http";

// The pages' bundle and the server's have a copy of this module each, and share it by this symbol.
const name = Symbol.for("vang.pageResponse");
const shared = globalThis as { [name]?: AsyncLocalStorage<ServerResponse> };
shared[name] ??= new AsyncLocalStorage<ServerResponse>();
const responses = shared[name];

/** Lets the pages that this listener renders choose their status. */
export const withPageStatus =
  (pages: RequestListener): RequestListener =>
  (request, response) =>
    responses.run(response, () => pages(request, response));

/** Next itself offers another status than 200 only to pages that it then renders in the browser. */
export function setPageStatus(status: number): void {
  const response = responses.getStore();
  if (response && !response.headersSent) response.statusCode = status;
}
