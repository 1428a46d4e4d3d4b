import type { Member } from "@/lib/access/principals/member";
import { exportCsv } from "@/lib/money/statements/export";
import { getStatement, walkStatement } from "@/lib/money/statements/read";
import type { StatementLine } from "@/lib/money/statements/schema";

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
