import { orError } from "@/lib/access/auth/or-error";
import { findRouteMember } from "@/lib/access/auth/session";
import { getInvoiceFiles } from "@/lib/money/invoices/list";
import { AppError } from "@/lib/platform/errors";

type Context = RouteContext<"/console/[business]/billing/invoices/[invoice]/[document]">;

/** An issued invoice as `pdf` or `xml`. */
export async function GET(_request: Request, { params }: Context) {
  const { business, invoice, document } = await params;
  const member = await findRouteMember(business);
  if (!member || (document !== "pdf" && document !== "xml")) return new Response(null, { status: 404 });
  const files = await orError(getInvoiceFiles(member, invoice));
  if (files instanceof AppError) return new Response(null, { status: files.code === "FORBIDDEN" ? 403 : 404 });
  return new Response(document === "pdf" ? new Uint8Array(files.pdf) : files.xml, {
    headers: {
      "content-type": document === "pdf" ? "application/pdf" : "application/xml; charset=utf-8",
      "content-disposition": `attachment; filename="invoice-${files.number}.${document}"`,
      "cache-control": "no-store",
    },
  });
}
