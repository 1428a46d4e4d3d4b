import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { isSame } from "@/lib/platform/crypto";
import { isLoopback } from "@/lib/platform/net/loopback";
import { type AccountBook, type SimulatedTransfer, vias } from "./account-book";

export type BankOptions = {
  book: AccountBook;
  token: string;
  port: number;
  /** Requests a second; more get 429. */
  perSecond?: number;
  /** What the page's form does. Returns a line that it shows. */
  pay?: (form: URLSearchParams) => Promise<string>;
};

/** Serves SePay's list of transfers, version 2, at `/v2`, and a page on which one pays, on this machine only. */
export async function openBank({ book, token, port, perSecond = 3, pay }: BankOptions) {
  let [second, count] = [0, 0];
  const isTooOften = () => {
    const now = Math.floor(Date.now() / 1000);
    [second, count] = now === second ? [second, count + 1] : [now, 1];
    return count > perSecond;
  };

  const serveList = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => {
    const send = (status: number, value: unknown, headers = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
    if (!isSame(request.headers.authorization ?? "", `Bearer ${token}`)) return send(401, { status: "error" });
    if (isTooOften()) return send(429, { status: "error" }, { "retry-after": "1" });
    const page = pageOf(book.list(), query);
    return page ? send(200, page) : send(404, { status: "error", error_code: "since_id" });
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://bank");
    if (pathname === "/v2/transactions") return serveList(request, response, searchParams);
    // A page of another site must not pay, nor one that names this machine by a name of its own.
    const isOwn = isLoopback((request.headers.host ?? "").replace(/:\d+$/, ""));
    const isForeign = request.headers["sec-fetch-site"] === "cross-site";
    if (pathname !== "/" || !pay || !isOwn || isForeign) return response.writeHead(404).end();
    const said = request.method === "POST" ? await pay(new URLSearchParams(await text(request))) : "";
    const page = writePage(book.list(), said);
    return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  }
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", listening);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

/** A page of the list; null when it does not know `since_id`. */
function pageOf(all: SimulatedTransfer[], query: URLSearchParams) {
  const sinceId = query.get("since_id");
  const since = sinceId ? all.findIndex(({ uuid }) => uuid === sinceId) : -1;
  if (sinceId && since === -1) return null;
  const from = query.get("transaction_date_from") ?? "";
  const to = query.get("transaction_date_to") ?? "9999";
  const wanted = all.slice(since + 1).filter(({ at }) => at >= from && at <= to);
  const byTime = wanted.toSorted((a, b) => a.at.localeCompare(b.at));
  const sorted = query.get("transaction_date_sort") === "asc" ? byTime : byTime.reverse();
  const perPage = Math.min(Number(query.get("per_page") ?? 20), 100);
  const page = Number(query.get("page") ?? 1);
  const lastPage = Math.max(1, Math.ceil(sorted.length / perPage));
  const pagination = {
    total: sorted.length,
    per_page: perPage,
    current_page: page,
    last_page: lastPage,
    has_more: page < lastPage,
  };
  return {
    status: "success",
    data: sorted.slice((page - 1) * perPage, page * perPage).map(entryOf),
    meta: { pagination },
  };
}

const entryOf = ({ uuid, at, accountNumber, direction, amountVnd, memo, reference }: SimulatedTransfer) => ({
  id: uuid,
  transaction_date: at,
  account_number: accountNumber,
  va: "",
  transfer_type: direction,
  amount_in: direction === "in" ? amountVnd : 0,
  amount_out: direction === "out" ? amountVnd : 0,
  accumulated: 0,
  transaction_content: memo,
  reference_number: reference,
  code: null,
  bank_brand_name: "Vietcombank",
  bank_account_id: "00000000-0000-0000-0000-000000000001",
  va_id: null,
  webhook_success: 0,
});

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (symbol) => `&#${symbol.charCodeAt(0)};`);

const writePage = (transfers: SimulatedTransfer[], said: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Simulated bank</title>
<style>body{font:16px system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem}label{display:block;margin:.5rem 0}
table{width:100%;border-collapse:collapse}td{border-top:1px solid #ccc;padding:.25rem}</style>
<h1>Simulated bank</h1><p role="status">${escapeHtml(said)}</p>
<form method="post">
<label>Amount <input name="amount" inputmode="numeric" value="200000" required></label>
<label>Memo <input name="memo" size="40"></label>
<label>Provider <select name="via">${vias.map((via) => `<option>${via}</option>`).join("")}</select></label>
<button>Pay</button></form>
<table>${transfers
  .slice(-30)
  .reverse()
  .map(({ at, direction, amountVnd, memo }) => `<tr><td>${at}<td>${direction}<td>${amountVnd}<td>${escapeHtml(memo)}`)
  .join("\n")}</table></html>`;
