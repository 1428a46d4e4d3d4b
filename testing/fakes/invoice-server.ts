import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { draftIssuer } from "@/lib/money/invoices/draft/issuer";
import type { EInvoiceIssuer, InvoiceData, IssuedInvoice } from "@/lib/money/invoices/issuer";

/** `losing`: it issues, and the connection ends before its response. */
type Health = "well" | "failing" | "losing";

/** A provider of e-invoices on loopback, with an adapter. It writes what the built-in issuer writes. */
export async function startInvoiceServer() {
  let health: Health = "well";
  let calls = 0;
  const issued = new Map<string, IssuedInvoice>();
  const server = createServer(async (request, response) => {
    calls++;
    const data = (await json(request)) as InvoiceData;
    if (health === "failing") return void response.writeHead(503).end();
    const invoice = issued.get(data.id) ?? (await draftIssuer.issue(data));
    issued.set(data.id, invoice);
    if (health === "losing") return void request.socket.destroy();
    response.end(JSON.stringify({ ...invoice, pdf: Buffer.from(invoice.pdf).toString("base64") }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function send(data: InvoiceData): Promise<IssuedInvoice> {
    const response = await fetch(url, { method: "POST", body: JSON.stringify(data) });
    if (!response.ok) throw new Error(`The issuer responded ${response.status}.`);
    const { pdf, ...invoice } = await response.json();
    return { ...invoice, pdf: new Uint8Array(Buffer.from(pdf, "base64")) };
  }

  const issuer: EInvoiceIssuer = {
    name: "remote",
    isDraft: true,
    issue: send,
    adjust: send,
    replace: send,
    async cancel() {
      // No test cancels at this one.
    },
  };
  return {
    issuer,
    issued,
    calls: () => calls,
    become: (next: Health) => {
      health = next;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      }),
  };
}
