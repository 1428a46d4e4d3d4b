import "server-only";
import pg from "pg";
import { insertOnlyTables, protectionQuery } from "@/lib/money/wallet/ledger-protection";
import { seconds } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { grantPrivileges } from "./grants";
import { migrate, migrationTransaction, pendingMigrations } from "./migrations";

type Urls = {
  /** The connection of the program. */
  url: string;
  /** The owner of the tables; without it `url` migrates if it can. */
  ownerUrl?: string | undefined;
};

/**
 * Migrates the database and gives the program's role its privileges, before anything else connects. Safe in several
 * processes at once, and after any was killed. Errors name the invalid setting, and no password.
 */
export function prepareDatabase({ url, ownerUrl }: Urls, directory?: string): Promise<string[]> {
  return connected("DATABASE_URL", url, async (app) => {
    const applied = await migrateAs(app, ownerUrl, directory);
    const { rows } = await app.query(protectionQuery, [insertOnlyTables]);
    if (!rows[0].protected)
      log.warn(
        { setting: "DATABASE_OWNER_URL" },
        "the role of DATABASE_URL can change the ledger and the audit log; docs/operate/security.md says how to prevent it",
      );
    return applied;
  });
}

async function migrateAs(app: pg.Client, ownerUrl: string | undefined, directory?: string): Promise<string[]> {
  const program = await describeDatabase(app);
  if (ownerUrl)
    return connected("DATABASE_OWNER_URL", ownerUrl, async (client) => {
      const owner = await describeDatabase(client);
      requireSameDatabase(program, owner);
      if (!owner.canMigrate)
        throw new Error(`DATABASE_OWNER_URL connects as ${owner.role}, but the tables belong to ${owner.tableOwner}.`);
      const applied = await migrate(client, directory);
      if (!program.canMigrate) await migrationTransaction(client, () => grantPrivileges(client, program.role));
      return applied;
    });
  if (program.canMigrate) return migrate(app, directory);
  await requireCurrent(app, program.role, directory);
  return [];
}

async function connected<Result>(setting: string, url: string, work: (client: pg.Client) => Promise<Result>) {
  const { username, host, pathname } = parse(setting, url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: seconds(10) });
  client.on("error", () => undefined); // the running statement fails, too
  try {
    await client.connect().catch((error: Error & { code?: string }) => {
      const reason = error.message || error.code;
      throw new Error(`${setting} (${username} at ${host}${pathname}) does not connect: ${reason}`);
    });
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A password with a `/` that is not encoded ends up in the path. */
function parse(setting: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^postgres(ql)?:$/.test(url.protocol) && !url.pathname.includes("@")) return url;
  throw new Error(
    `${setting} is not a URL such as postgresql://role:password@host:5432/name, its password encoded as in any URL.`,
  );
}

type Described = {
  role: string;
  database: string;
  /** The same for two connections only if they lead to the same database of the same server. */
  identity: string;
  tableOwner: string | null;
  canMigrate: boolean;
};

async function describeDatabase(client: pg.Client): Promise<Described> {
  const { rows } = await client.query<Described>(
    `SELECT current_user AS role, d.datname AS database, d.oid || ' ' || extract(epoch FROM pg_postmaster_start_time()) AS identity,
       pg_get_userbyid(c.relowner) AS "tableOwner",
       coalesce(pg_has_role(c.relowner, 'USAGE'), has_schema_privilege(current_schema(), 'CREATE'), false) AS "canMigrate"
     FROM pg_database d LEFT JOIN pg_class c ON c.oid = to_regclass('_prisma_migrations')
     WHERE d.datname = current_database()`,
  );
  return rows[0] as Described;
}

function requireSameDatabase(program: Described, owner: Described): void {
  if (program.identity !== owner.identity)
    throw new Error(
      `DATABASE_OWNER_URL leads to another database (${owner.database}) than DATABASE_URL (${program.database}), or to another server: both must lead to the same one.`,
    );
}

async function requireCurrent(app: pg.Client, role: string, directory?: string): Promise<void> {
  const advice = "Set DATABASE_OWNER_URL to the URL of the role that owns the tables.";
  const pending = await pendingMigrations(app, directory).catch((error: Error & { code?: string }) => {
    // No table, or no privilege on it.
    if (error.code !== "42P01" && error.code !== "42501") throw error;
    throw new Error(`DATABASE_URL connects as ${role}, which finds no tables of Vang that it may read. ${advice}`);
  });
  if (pending.length === 0) return;
  throw new Error(
    `The database lacks ${pending.length} migrations (from ${pending[0]}), and ${role} of DATABASE_URL may not apply them. ${advice}`,
  );
}
