import { getLocale } from "next-intl/server";
import { exportCsv, fileNameOf } from "@/lib/money/statements/export";
import { csvAnswer } from "@/lib/platform/csv";
import { findStatement } from "../find-statement";

type Context = RouteContext<"/console/[business]/billing/statements/[month]/statement.csv">;

/** The statement of a month with every line, streamed. */
export async function GET(_request: Request, { params }: Context) {
  const statement = await findStatement(params);
  if (statement instanceof Response) return statement;
  return csvAnswer(`${fileNameOf(statement)}.csv`, exportCsv({ statement, locale: await getLocale() }));
}
