import { exportCsv } from "@/lib/billing/statements/export";
import { getStatement, walkStatement } from "@/lib/billing/statements/read";
import type { StatementLine } from "@/lib/billing/statements/schema";
import type { Member } from "@/lib/principals/member";

/** The lines of a month's statement. */
export async function linesOf(member: Member, month: string): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const batch of walkStatement(await getStatement(member, month))) lines.push(...batch);
  return lines;
}

/** A month's statement as a file. */
export async function csvOf(member: Member, month: string): Promise<string> {
  let text = "";
  for await (const piece of exportCsv({ locale: "vi", statement: await getStatement(member, month) })) text += piece;
  return text;
}
