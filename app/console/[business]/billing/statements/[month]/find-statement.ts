import { orError } from "@/lib/access/auth/or-error";
import { findRouteMember } from "@/lib/access/auth/session";
import { monthSchema } from "@/lib/money/movements/schema";
import { getStatement, type Statement } from "@/lib/money/statements/read";
import { AppError } from "@/lib/platform/errors";

/** The statement that a file's URL names, or the response that says why there is none. */
export async function findStatement(
  params: Promise<{ business: string; month: string }>,
): Promise<Statement | Response> {
  const { business, month } = await params;
  const member = await findRouteMember(business);
  const parsed = monthSchema.safeParse(month);
  if (!member || !parsed.success) return new Response(null, { status: 404 });
  const statement = await orError(getStatement(member, parsed.data));
  if (statement instanceof AppError) return new Response(null, { status: statement.code === "FORBIDDEN" ? 403 : 404 });
  return statement;
}
