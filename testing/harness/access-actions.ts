import { expect } from "vitest";
import { db, sql } from "@/lib/platform/db";
import type { Subject } from "./access-subjects";
import type { World } from "./access-world";
import { addressOf, type BuiltAction, builtActions, callAction } from "./console-walk";

/** Workers write these by themselves, at any time. */
const writtenByWorkers = ["uncharged_jobs", "credit_alerts"];

const tables = new Map<string, string[]>();

/** The tables with this column. Found once, since it is a slow query. */
async function findTables(column: string): Promise<string[]> {
  const known = tables.get(column);
  if (known) return known;
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = ${column} AND NOT table_name = ANY (${writtenByWorkers})
    ORDER BY 1`;
  expect(rows.length).toBeGreaterThan(10);
  const found = rows.map(({ name }) => name);
  tables.set(column, found);
  return found;
}

type Digest = { name: string; id: string; digest: string };

/**
 * A digest of the rows of `table` with each of these ids, and of the rows of each other table that name it in `column`.
 * Prepared, because planning a query of all tables takes longer than running it.
 */
async function digestRows(table: string, column: string, ids: string[]): Promise<Digest[]> {
  const naming = await findTables(column);
  const parts = [{ name: table, by: "id" }, ...naming.map((name) => ({ name, by: column }))];
  const texts = parts.map(
    ({ name, by }) =>
      `SELECT '${name}' AS name, r."${by}" AS id, md5(string_agg(r::text, '|' ORDER BY r::text)) AS digest
       FROM "${name}" r WHERE r."${by}" = ANY ($1) GROUP BY r."${by}"`,
  );
  return sql<Digest>(`digests by ${column}`, `${texts.join(" UNION ALL ")} ORDER BY name, id`, [ids]);
}

export const digestBusiness = (businessId: string) => digestRows("businesses", "business_id", [businessId]);

/** Everything that an action can change and the next one would notice: of our business and people, and of the others. */
export async function digestWorld({ own, other, people }: World): Promise<{ ours: Digest[]; others: Digest[] }> {
  const userIds = Object.values(people).map(({ userId }) => userId);
  const rows = [
    ...(await digestRows("businesses", "business_id", [own.owner.businessId, other.owner.businessId])),
    ...(await digestRows("users", "user_id", userIds)),
  ];
  const isOther = ({ id }: Digest) => id === other.owner.businessId || id === other.owner.userId;
  return { ours: rows.filter((row) => !isOther(row)), others: rows.filter(isOther) };
}

type Called = {
  status: number;
  /** Without the typed canary, which comes back with a rejected form. */
  body: string;
  state: { status?: string; message?: string };
  /** Other ways of success: it redirected, or stored a choice in a cookie. */
  redirect: string | null;
  choice: string | null;
};

export async function callAs(
  world: World,
  who: Subject,
  action: BuiltAction,
  fields: Record<string, string>,
): Promise<Called> {
  const address = world.url + addressOf(action.route, world.own.values);
  const response = await callAction(address, action, world.cookies[who], fields);
  const text = await response.text();
  const typed = Object.values(fields).filter((value) => value.includes("canary"));
  const body = typed.reduce((rest, value) => rest.replaceAll(value, ""), text);
  const row = /1:(\{"status":.*\})$/m.exec(text)?.[1];
  const redirect = response.headers.get("x-action-redirect") ?? response.headers.get("location");
  const choice = /^vang\.(locale|theme)=/.exec(response.headers.get("set-cookie") ?? "")?.[1] ?? null;
  return { status: response.status, body, state: row ? JSON.parse(row) : {}, redirect, choice };
}

export const findAction = (name: string): BuiltAction => {
  const action = builtActions().find((built) => built.name === name);
  if (!action) throw new Error(`the build has no ${name}`);
  return action;
};

/** When each of our people last proved their identity. */
export const setFresh = (world: World, freshAt: Date) => {
  const sessionIds = Object.values(world.people).map(({ sessionId }) => sessionId);
  return db.session.updateMany({ where: { id: { in: sessionIds } }, data: { freshAt } });
};
