import { getLocale } from "next-intl/server";
import { exportXlsx, fileNameOf } from "@/lib/money/statements/export";
import { findStatement } from "../find-statement";

type Context = RouteContext<"/console/[business]/billing/statements/[month]/statement.xlsx">;

export async function GET(_request: Request, { params }: Context) {
  const statement = await findStatement(params);
  if (statement instanceof Response) return statement;
  return new Response(await exportXlsx({ statement, locale: await getLocale() }), {
    headers: {
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-disposition": `attachment; filename="${fileNameOf(statement)}.xlsx"`,
      "cache-control": "no-store",
    },
  });
}
