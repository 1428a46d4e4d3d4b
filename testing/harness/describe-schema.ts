import type pg from "pg";

const ours = "relnamespace = current_schema()::regnamespace AND relname NOT LIKE '\\_prisma\\_migrations%'";

/** Everything that migrations make, by the table or other object it belongs to, also what Prisma's language cannot say. */
const objects = `
  SELECT relname AS name, concat_ws(' ', relkind, relpersistence, relrowsecurity, reloptions) AS definition
  FROM pg_class WHERE ${ours}
  UNION ALL
  SELECT relname, concat_ws(' ', 'column', row_number() OVER (PARTITION BY attrelid ORDER BY attnum), attname,
    format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'NOT NULL' END, attidentity, attgenerated,
    pg_get_expr(adbin, adrelid))
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE ${ours} AND relkind IN ('r', 'p', 'v', 'm') AND attnum > 0 AND NOT attisdropped
  UNION ALL
  SELECT relname, concat_ws(' ', conname, pg_get_constraintdef(pg_constraint.oid), convalidated)
  FROM pg_constraint JOIN pg_class ON conrelid = pg_class.oid WHERE ${ours}
  UNION ALL
  SELECT relname, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid) FROM pg_index
  JOIN pg_class ON indrelid = pg_class.oid WHERE ${ours}
  UNION ALL
  SELECT relname, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled)
  FROM pg_trigger JOIN pg_class ON tgrelid = pg_class.oid WHERE NOT tgisinternal AND ${ours}
  UNION ALL
  SELECT relname, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle)
  FROM pg_sequence JOIN pg_class ON seqrelid = pg_class.oid WHERE ${ours}
  UNION ALL
  SELECT proname, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
  UNION ALL
  SELECT typname, string_agg(enumlabel, ' ' ORDER BY enumsortorder) FROM pg_type
  JOIN pg_enum ON enumtypid = pg_type.oid WHERE typnamespace = current_schema()::regnamespace GROUP BY typname
  UNION ALL
  SELECT stxname, pg_get_statisticsobjdef(oid) FROM pg_statistic_ext
  WHERE stxnamespace = current_schema()::regnamespace`;

/** A digest of each table with its indexes and rules, and of each other object, to compare the schema of two databases. */
export async function describeSchema(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; digest: string }>(
    `SELECT name::text, md5(string_agg(definition, ';' ORDER BY definition COLLATE "C")) AS digest
     FROM (${objects}) AS objects WHERE name NOT IN (SELECT indexrelid::regclass::text FROM pg_index)
     GROUP BY 1 ORDER BY name::text COLLATE "C"`,
  );
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
