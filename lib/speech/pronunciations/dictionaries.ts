import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { recordAudit } from "@/lib/access/audit/record";
import { lockBusiness } from "@/lib/access/businesses/lock";
import type { Caller } from "@/lib/access/principals/caller";
import { clock } from "@/lib/platform/clock";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import type { PronunciationDictionary as Dictionary } from "@/prisma/generated/client";
import { type DictionaryRule, mostDictionaries, mostVersions } from "./dictionary-rules";
import { mostPronunciations } from "./schema";

export type { Dictionary };

type New = { name: string; description?: string; rules: DictionaryRule[] };

/** Throws PRONUNCIATIONS_FULL when the business has as many, of which none is archived. */
export const createDictionary = (caller: Caller, { name, description = "", rules }: New): Promise<Dictionary> =>
  inTurn(caller, async (tx) => {
    const { businessId, keyId } = caller;
    await makeRoom(tx, businessId);
    const [id, versionId, createdAt] = [newId("dictionary"), newId("dictionaryVersion"), clock.now()];
    const dictionary = await tx.pronunciationDictionary.create({
      data: {
        id,
        businessId,
        name,
        description: description || null,
        latestVersionId: versionId,
        rulesCount: rules.length,
        createdById: keyId,
        createdAt,
        versions: { create: { id: versionId, rules, createdAt } },
      },
    });
    await recordAudit(tx, actorOf(caller), { action: "dictionary.created", subject: name, after: shown(dictionary) });
    return dictionary;
  });

/** The newest first. */
export async function listDictionaries(
  { businessId }: Caller,
  { cursor, limit, withArchived }: { cursor?: string; limit: number; withArchived: boolean },
): Promise<{ rows: Dictionary[]; next: string | null }> {
  const found = await db.pronunciationDictionary.findMany({
    where: { businessId, ...(!withArchived && { archivedAt: null }), ...afterCursor(cursor) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return cutPage(found, limit);
}

/** A dictionary with the rules of one version, the latest if none is named. Throws NOT_FOUND. */
export async function findDictionary(
  { businessId }: Pick<Caller, "businessId">,
  id: string,
  versionId?: string,
): Promise<{ dictionary: Dictionary; rules: DictionaryRule[] }> {
  // The database takes no NUL.
  if (!isId("dictionary", id)) throw unknown();
  const dictionary = await db.pronunciationDictionary.findFirst({ where: { id, businessId } });
  if (!dictionary) throw unknown();
  return { dictionary, rules: await readRules(db, dictionary, versionId) };
}

/** Stores a version of other rules, or none if they are the same. Throws NOT_FOUND, PRONUNCIATIONS_FULL. */
export const changeRules = (
  caller: Caller,
  id: string,
  change: (rules: readonly DictionaryRule[]) => DictionaryRule[],
): Promise<Dictionary> =>
  edit(caller, id, async (tx, dictionary) => {
    const before = await readRules(tx, dictionary);
    const rules = change(before);
    if (JSON.stringify(rules) === JSON.stringify(before)) return {};
    if (rules.length > mostPronunciations)
      throw new AppError("PRONUNCIATIONS_FULL", {
        param: "rules",
        message: "pronunciations.full",
        values: { most: mostPronunciations },
      });
    const versionId = newId("dictionaryVersion");
    const data = { id: versionId, dictionaryId: id, rules, createdAt: clock.now() };
    await tx.pronunciationDictionaryVersion.create({ data, select: { id: true } });
    const old = await tx.pronunciationDictionaryVersion.findMany({
      where: { dictionaryId: id },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      skip: mostVersions,
      select: { id: true },
    });
    await tx.pronunciationDictionaryVersion.deleteMany({ where: { id: { in: old.map((version) => version.id) } } });
    return { latestVersionId: versionId, rulesCount: rules.length };
  });

/** One with the same word is replaced. */
export const withRules = (rules: readonly DictionaryRule[], added: readonly DictionaryRule[]): DictionaryRule[] => [
  ...withoutRules(
    rules,
    added.map((rule) => rule.string_to_replace),
  ),
  ...added,
];

export const withoutRules = (rules: readonly DictionaryRule[], words: readonly string[]): DictionaryRule[] =>
  rules.filter((rule) => !words.includes(rule.string_to_replace));

/** Throws NOT_FOUND. */
export const changeDictionary = (
  caller: Caller,
  id: string,
  { name, isArchived }: { name?: string; isArchived?: boolean },
): Promise<Dictionary> =>
  edit(caller, id, async (_, { archivedAt }) => ({
    ...(name !== undefined && { name }),
    ...(isArchived !== undefined && { archivedAt: isArchived ? (archivedAt ?? clock.now()) : null }),
  }));

/** What the audit log shows of one. */
const shown = ({ name, rulesCount, archivedAt }: Dictionary) => ({
  name,
  rules: rulesCount,
  isArchived: archivedAt !== null,
});

type Changes = Partial<Pick<Dictionary, "name" | "archivedAt" | "latestVersionId" | "rulesCount">>;

const edit = (
  caller: Caller,
  id: string,
  change: (tx: Transaction, dictionary: Dictionary) => Promise<Changes>,
): Promise<Dictionary> =>
  inTurn(caller, async (tx) => {
    const { businessId } = caller;
    if (!isId("dictionary", id)) throw unknown();
    const before = await tx.pronunciationDictionary.findFirst({ where: { id, businessId } });
    if (!before) throw unknown();
    const changes = await change(tx, before);
    const hasChanged = Object.entries(changes).some(
      ([field, value]) => String(before[field as keyof Dictionary]) !== String(value),
    );
    if (!hasChanged) return before;
    const after = await tx.pronunciationDictionary.update({ where: { id }, data: changes });
    const said = {
      action: "dictionary.changed",
      subject: after.name,
      before: shown(before),
      after: shown(after),
    } as const;
    await recordAudit(tx, actorOf(caller), said);
    return after;
  });

/** One change of a business at a time, so that none is lost and none is too many. Throws NOT_FOUND once it is archived. */
const inTurn = <Result>({ businessId }: Caller, work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  db.$transaction(async (tx) => {
    if (!(await lockBusiness(tx, businessId))) throw new AppError("NOT_FOUND");
    return work(tx);
  });

async function makeRoom(tx: Transaction, businessId: string): Promise<void> {
  if ((await tx.pronunciationDictionary.count({ where: { businessId } })) < mostDictionaries) return;
  const oldest = await tx.pronunciationDictionary.findFirst({
    where: { businessId, archivedAt: { not: null } },
    orderBy: { archivedAt: "asc" },
    select: { id: true },
  });
  if (!oldest)
    throw new AppError("PRONUNCIATIONS_FULL", {
      message: "pronunciations.manyDictionaries",
      values: { most: mostDictionaries },
    });
  await tx.pronunciationDictionary.delete({ where: { id: oldest.id }, select: { id: true } });
}

async function readRules(
  tx: Pick<Transaction, "pronunciationDictionaryVersion">,
  { id, latestVersionId }: Dictionary,
  versionId = latestVersionId,
): Promise<DictionaryRule[]> {
  if (!isId("dictionaryVersion", versionId)) throw unknown("version_id");
  const where = { id: versionId, dictionaryId: id };
  const version = await tx.pronunciationDictionaryVersion.findFirst({ where, select: { rules: true } });
  if (!version) throw unknown("version_id");
  return version.rules as DictionaryRule[];
}

const unknown = (param = "pronunciation_dictionary_id") => new AppError("NOT_FOUND", { param });
