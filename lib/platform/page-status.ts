import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestListener, ServerResponse } from "node:http";

/** A request to a page: its response, and whether code of ours has taken it over from Next. */
type PageRequest = { response: ServerResponse; hasBegun: boolean };

// The pages' bundle and the server's have a copy of this module each, and share it by this symbol.
const name = Symbol.for("vang.pageRequest");
const shared = globalThis as { [name]?: AsyncLocalStorage<PageRequest> };
shared[name] ??= new AsyncLocalStorage<PageRequest>();
const requests = shared[name];

/** Lets the pages that this listener renders choose their status, and answers arguments that no action can read with 400. */
export const withPageStatus =
  (pages: RequestListener): RequestListener =>
  (request, response) => {
    const isCall = request.method === "POST";
    const page = { response, hasBegun: !isCall };
    if (isCall) answerUnreadable(page);
    return requests.run(page, () => pages(request, response));
  };

/** Next answers arguments of an action that it cannot decode with 500, which is for faults of ours. */
function answerUnreadable(page: PageRequest): void {
  const { response } = page;
  const writeHead = response.writeHead as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = ((status: number, ...rest: unknown[]) =>
    writeHead.call(response, status === 500 && !page.hasBegun ? 400 : status, ...rest)) as typeof response.writeHead;
}

/** Next itself offers another status than 200 only to pages that it then renders in the browser. */
export function setPageStatus(status: number): void {
  const response = requests.getStore()?.response;
  if (response && !response.headersSent) response.statusCode = status;
}

/** Every action calls this first. Throws if it was not called with a form: anyone can call it with anything. */
export function beginAction(form: unknown): asserts form is FormData {
  if (!(form instanceof FormData)) throw new TypeError("An action was called without its form.");
  beginRequest();
}

/** From here on a failure of this request is ours. */
export function beginRequest(): void {
  const page = requests.getStore();
  if (page) page.hasBegun = true;
}

/** Whether this request calls an action and none has begun, so that what fails is what was sent. */
export const isUnread = (): boolean => requests.getStore()?.hasBegun === false;
