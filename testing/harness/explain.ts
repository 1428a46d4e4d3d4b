import pg from "pg";
import { vi } from "vitest";

type Plan = { "Node Type": string; "Relation Name"?: string; "Index Name"?: string; Plans?: Plan[] };

/** A table as a statement reads it; `index` where one is read in order. */
export type Scan = { table: string; how: string; index?: string; text: string };

/**
 * `scansOf` says how the statements of some work read their tables. Each is explained on the connection and in the
 * transaction that sends it, just before it runs, a prepared one also as it is planned for any values.
 */
export function explainStatements(): { scansOf(work: () => Promise<unknown>): Promise<Scan[]> } {
  const send = pg.Client.prototype.query as (...values: unknown[]) => unknown;
  let scans: Map<string, Scan> | undefined;

  async function explain(client: pg.Client, name: string | undefined, text: string, values: unknown[] | undefined) {
    const planned = [{ text: `EXPLAIN (FORMAT JSON) ${text}`, values }];
    if (name && values?.length)
      planned.push({ text: `EXPLAIN (FORMAT JSON, GENERIC_PLAN) ${text}`, values: undefined });
    for (const statement of planned) {
      const { rows } = (await send.call(client, statement)) as pg.QueryResult<{ "QUERY PLAN": [{ Plan: Plan }] }>;
      for (const row of rows) collect(row["QUERY PLAN"][0].Plan, text);
    }
  }

  function collect(plan: Plan, text: string): void {
    const { "Node Type": how, "Relation Name": table, "Index Name": index } = plan;
    if (table && how !== "ModifyTable") scans?.set(`${how} ${table} ${index} ${text}`, { table, how, index, text });
    for (const part of plan.Plans ?? []) collect(part, text);
  }

  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as [string | pg.QueryConfig, unknown];
    const text = typeof first === "string" ? first : first.text;
    const values = Array.isArray(second) ? second : typeof first === "string" ? undefined : first.values;
    if (!scans || !/^\s*(WITH|SELECT|INSERT|UPDATE|DELETE)\b/i.test(text ?? "")) return send.apply(this, given);
    const done = explain(this, typeof first === "string" ? undefined : first.name, text, values);
    const callback = given.at(-1);
    if (typeof callback !== "function") return done.then(() => send.apply(this, given));
    done.then(
      () => send.apply(this, given),
      (error) => callback(error),
    );
  } as never);

  return {
    async scansOf(work) {
      const found = new Map<string, Scan>();
      scans = found;
      await work().finally(() => {
        scans = undefined;
      });
      return [...found.values()];
    },
  };
}
