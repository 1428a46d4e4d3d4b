import { notFound } from "next/navigation";
import { orError } from "@/lib/auth/or-error";
import { requireMember } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import { getEndpoint } from "@/lib/webhooks/endpoints/find";

/** The reader and the endpoint of a page's URL. Another business's is not found. */
export async function openEndpoint({ business, endpoint: id }: { business: string; endpoint: string }) {
  const member = await requireMember(business, "webhooks:read");
  const endpoint = await orError(getEndpoint(member, id));
  return { member, endpoint: endpoint instanceof AppError ? notFound() : endpoint };
}
