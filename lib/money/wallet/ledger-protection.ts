/** Append-only tables: the program can insert and read rows, but not change or delete them. */
export const insertOnlyTables = ["transfers", "audit_events", "platform_audit_events", "prices"];

/** Owners of a table or its schema can drop its triggers; the named roles can become others or reach the server. */
export const protectionQuery = `
  SELECT NOT EXISTS (
    SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = ANY($1::text[]::regclass[]) AND (
      pg_has_role(c.relowner, 'MEMBER') OR pg_has_role(n.nspowner, 'MEMBER')
      OR has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER') OR has_any_column_privilege(c.oid, 'UPDATE'))
  ) AND NOT EXISTS (
    SELECT FROM pg_roles WHERE pg_has_role(oid, 'MEMBER')
      AND (rolcreaterole OR rolname IN ('pg_execute_server_program', 'pg_write_server_files'))
  ) AS protected`;
