// @module-tag promise
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import type pg from "pg";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makeMember } from "@/prisma/factories";
import { asOwner } from "@/testing/harness/as-owner";
import { trials } from "@/testing/harness/deep";
import { promised } from "@/testing/promises";
import { anchorAudit } from "./anchor";
import { digestOf, recordAudit } from "./record";
import { verifyAudit } from "./verify";
import type { StoredLink } from "./walk";

const length = 8;
const files = () => join(env.VANG_DATA, "audit-heads");
let businessId: string;

/** Runs as someone with all rights in the database. */
const tamper = (work: (client: pg.ClientBase) => Promise<unknown>) =>
  asOwner(async (client) => {
    await client.query("SET session_replication_role = replica");
    await work(client);
  });

beforeAll(async () => {
  const [member, neighbor] = [await makeMember(), await makeMember()];
  businessId = member.businessId;
  for (let index = 0; index < length; index += 1) {
    const personal = { after: { email: "ke-toan@example.com" } };
    const said = { before: { name: "cũ" }, after: { name: index }, personal };
    const change = { action: "key.renamed", subject: `key_${index}`, ...said };
    await db.$transaction((tx) => recordAudit(tx, index % 2 ? neighbor : member, change));
    await writeOldFormat(member);
  }
  await tamper(async (client) => {
    await client.query("CREATE TABLE kept_events AS TABLE audit_events");
    await client.query("CREATE TABLE kept_heads AS TABLE audit_heads");
    await client.query("CREATE TABLE kept_details AS TABLE audit_details");
  });
});

beforeEach(anchorAudit);
afterEach(async () => {
  clock.reset();
  await rm(files(), { recursive: true, force: true });
  await restore();
});

const restore = () =>
  tamper(async (client) => {
    await client.query("DELETE FROM audit_events");
    await client.query("DELETE FROM audit_heads");
    await client.query("DELETE FROM audit_details");
    await client.query("INSERT INTO audit_events TABLE kept_events");
    await client.query("INSERT INTO audit_heads TABLE kept_heads");
    await client.query("INSERT INTO audit_details TABLE kept_details");
  });

/** An entry as the previous release wrote it. */
async function writeOldFormat({ businessId, userId: actorId, device }: Member): Promise<void> {
  const { sequence, digest: previous } = await db.auditHead.findUniqueOrThrow({ where: { businessId } });
  const link = { businessId, sequence: sequence + 1n, at: clock.now(), actorId, action: "member.left", ...device };
  const digest = digestOf({ ...link, format: 1, commitment: null }, previous) ?? "";
  await db.auditEvent.create({ data: { ...link, previous, digest } });
  await db.auditHead.update({ where: { businessId }, data: { sequence: link.sequence, digest } });
}

const problems = async () => (await verifyAudit()).breaks.map(({ problem }) => problem);

/** The chain's own last number: half of the neighbour's links are in a separate chain. */
const last = length + length / 2;
const place = fc.integer({ min: 1, max: last });

test("an unmodified log is intact, with all its links", async () => {
  expect(await verifyAudit()).toEqual({ links: length * 2, chains: 2, breaks: [] });
});

test("a change of any column of any link is found there", async () => {
  const edits = {
    at: "at + interval '1 millisecond'",
    actor_id: "actor_id || 'x'",
    action: "'key.revoked'",
    subject: "coalesce(subject, '') || 'x'",
    before: `'{"name":"khác"}'::jsonb`,
    after: `'{"name":-1}'::jsonb`,
    ip: "'192.0.2.1'",
    user_agent: "coalesce(reverse(user_agent), 'x')",
    previous: "'x'",
    digest: "reverse(digest)",
    format: "3 - format",
    commitment: "coalesce(reverse(commitment), 'x')",
  };
  const column = fc.constantFrom(...(Object.keys(edits) as (keyof typeof edits)[]));
  await fc.assert(
    fc.asyncProperty(place, column, async (sequence, name) => {
      const edit = `UPDATE audit_events SET ${name} = ${edits[name]} WHERE business_id = $1 AND sequence = $2`;
      await tamper((client) => client.query(edit, [businessId, sequence]));
      const { breaks } = await verifyAudit();
      await restore();
      const expected = JSON.stringify([businessId, sequence, "changed"]);
      const found = breaks.map(({ where, sequence: at, problem }) => JSON.stringify([where, Number(at), problem]));
      expect([expected].filter((one) => !found.includes(one))).toHaveLength(promised("D3"));
    }),
    { numRuns: trials(undefined, 4, 60) },
  );
}, 60_000);

test("a change of an entry's details is found there; deleting them is not a break", async () => {
  const edits = {
    ip: "'192.0.2.1'",
    user_agent: "NULL",
    salt: "reverse(salt)",
    said: `'{"after":{"email":"khac@example.com"}}'::jsonb`,
  };
  const first = [businessId, 1];
  for (const [name, value] of Object.entries(edits)) {
    const edit = `UPDATE audit_details SET ${name} = ${value} WHERE business_id = $1 AND sequence = $2`;
    await tamper((client) => client.query(edit, first));
    const { breaks } = await verifyAudit();
    await restore();
    expect(breaks, name).toEqual([{ where: businessId, sequence: 1n, problem: "details" }]);
  }
  const move = "UPDATE audit_details SET sequence = 2 WHERE business_id = $1 AND sequence = $2";
  await tamper((client) => client.query(move, first));
  expect(await problems()).toContain("details");
  await tamper((client) => client.query("DELETE FROM audit_details"));
  expect(await problems()).toEqual([]);
});

test("any missing links are detected, the last ones too, also when the head is set back to fit", async () => {
  await fc.assert(
    fc.asyncProperty(place, place, fc.boolean(), async (from, to, withHead) => {
      await tamper(async (client) => {
        const range = [businessId, Math.min(from, to), withHead ? last : Math.max(from, to)];
        await client.query("DELETE FROM audit_events WHERE business_id = $1 AND sequence BETWEEN $2 AND $3", range);
        if (withHead) await setHeadToEnd(client);
      });
      const found = await problems();
      await restore();
      expect(found).not.toEqual([]);
    }),
    { numRuns: trials(undefined, 4, 60) },
  );
}, 60_000);

const setHeadToEnd = async (client: pg.ClientBase) => {
  await client.query("DELETE FROM audit_heads WHERE business_id = $1", [businessId]);
  await client.query(
    `INSERT INTO audit_heads SELECT business_id, sequence, digest FROM audit_events
     WHERE business_id = $1 ORDER BY sequence DESC LIMIT 1`,
    [businessId],
  );
};

test("two swapped links are found", async () => {
  const pairs = fc.tuple(place, place).filter(([one, other]) => one !== other);
  const move = "UPDATE audit_events SET sequence = $3 WHERE business_id = $1 AND sequence = $2";
  await fc.assert(
    fc.asyncProperty(pairs, async ([one, other]) => {
      await tamper(async (client) => {
        for (const [from, to] of [
          [one, -1],
          [other, one],
          [-1, other],
        ])
          await client.query(move, [businessId, from, to]);
      });
      const found = await problems();
      await restore();
      expect(found).toContain("changed");
    }),
    { numRuns: trials(undefined, 3, 40) },
  );
}, 60_000);

test("an inserted link is found anywhere, at the end too, also when the head is set to it", async () => {
  await fc.assert(
    fc.asyncProperty(place, fc.boolean(), async (sequence, atEnd) => {
      await tamper(async (client) => {
        const at = atEnd ? last : sequence;
        const shift = "UPDATE audit_events SET sequence = sequence + $3 WHERE business_id = $1 AND sequence > $2";
        await client.query(shift, [businessId, at, 1000]);
        await client.query(shift, [businessId, at + 1, -999]);
        await client.query(
          `INSERT INTO audit_events SELECT business_id, sequence + 1, at, actor_id, 'member.joined', subject, before,
           after, ip, user_agent, digest, reverse(digest), commitment, format
           FROM audit_events WHERE business_id = $1 AND sequence = $2`,
          [businessId, at],
        );
        await setHeadToEnd(client);
      });
      const found = await problems();
      await restore();
      expect(found).toContain("changed");
    }),
    { numRuns: trials(undefined, 3, 40) },
  );
}, 60_000);

test("a chain rewritten from any link on is detected by the heads outside, even if the writer knows our secret", async () => {
  await fc.assert(
    fc.asyncProperty(place, async (from) => {
      await tamper((client) => forge(client, from));
      const found = await problems();
      await restore();
      expect(found).toEqual(["anchor"]);
    }),
    { numRuns: trials(undefined, 4, 20) },
  );
}, 60_000);

async function forge(client: pg.ClientBase, from: number) {
  const { rows } = await client.query<StoredLink>(
    `SELECT business_id AS "businessId", sequence::text, at, actor_id AS "actorId", action, subject, before, after, ip,
     user_agent AS "userAgent", format, commitment, previous, digest FROM audit_events e WHERE business_id = $1 ORDER BY e.sequence`,
    [businessId],
  );
  let previous = rows[from - 2]?.digest ?? "";
  for (const { digest: _, details: _details, ...link } of rows.slice(from - 1)) {
    const forged = { ...link, sequence: BigInt(link.sequence), actorId: "usr_someone_else" };
    const digest = digestOf(forged, previous) ?? "";
    await client.query(
      "UPDATE audit_events SET actor_id = $3, previous = $4, digest = $5 WHERE business_id = $1 AND sequence = $2",
      [businessId, link.sequence, forged.actorId, previous, digest],
    );
    previous = digest;
  }
  await setHeadToEnd(client);
}

test("a business whose whole log is deleted is detected by the heads outside", async () => {
  await tamper(async (client) => {
    await client.query("DELETE FROM audit_events WHERE business_id = $1", [businessId]);
    await client.query("DELETE FROM audit_heads WHERE business_id = $1", [businessId]);
  });
  expect(await problems()).toEqual(["anchor"]);
});

test("the heads outside are stored day by day and never go back, and a modified file is found", async () => {
  await tamper((client) => client.query("DELETE FROM audit_heads WHERE business_id = $1", [businessId]));
  clock.advance(days(1));
  await anchorAudit();
  const names = await readdir(files());
  expect(names).toHaveLength(2);
  const newest = await readFile(join(files(), names.sort().at(-1) ?? ""), "utf8");
  expect(newest).toContain(businessId);
  await restore();
  expect(await problems()).toEqual([]);

  await writeFile(join(files(), names[0] ?? ""), newest.replace(`"sequence": "${last}"`, '"sequence": "3"'));
  expect(await problems()).toEqual(["file"]);
});
