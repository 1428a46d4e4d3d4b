import { notFound } from "next/navigation";
import { orError } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import { AppError } from "@/lib/platform/errors";
import { getEndpoint } from "@/lib/webhooks/endpoints/endpoint";

/** The reader and the endpoint of a page's URL, or that they may not see it. Another business's is not found. */
export async function openEndpoint({ business, endpoint: id }: { business: string; endpoint: string }) {
  const member = await requireMember(business);
  const endpoint = await orError(getEndpoint(member, id));
  if (endpoint instanceof AppError && endpoint.code === "NOT_FOUND") notFound();
  return { member, endpoint };
}
