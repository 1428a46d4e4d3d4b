import { orError } from "@/lib/access/auth/or-error";
import { findRouteMember } from "@/lib/access/auth/session";
import { getTopUp } from "@/lib/money/top-ups/list";
import { paymentCodeOf } from "@/lib/money/top-ups/payment-code";
import { AppError } from "@/lib/platform/errors";
import { drawQrPng } from "@/lib/platform/qr";

type Context = RouteContext<"/console/[business]/billing/top-ups/[topUpId]/vietqr.png">;

/** The VietQR code of a top-up as a file to keep, such as for a banking app on the same phone. */
export async function GET(_request: Request, { params }: Context) {
  const { business, topUpId } = await params;
  const member = await findRouteMember(business);
  const topUp = member && (await orError(getTopUp(member, topUpId)));
  const payload = topUp && !(topUp instanceof AppError) && paymentCodeOf(topUp);
  if (!payload) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(await drawQrPng(payload)), {
    headers: {
      "content-type": "image/png",
      "content-disposition": `attachment; filename="vietqr-${topUp.code}.png"`,
      "cache-control": "private, no-store",
    },
  });
}
