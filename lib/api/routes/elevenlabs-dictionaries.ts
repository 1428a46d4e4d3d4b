import "server-only";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/endpoint";
import { unknownNames } from "@/lib/api/fields";
import { operations } from "@/lib/api/openapi/operations";
import { elevenLabsListSchema } from "@/lib/api/openapi/operations/elevenlabs-dictionaries";
import {
  changeDictionary,
  changeRules,
  createDictionary,
  type Dictionary,
  findDictionary,
  listDictionaries,
  withoutRules,
  withRules,
} from "@/lib/speech/pronunciations/dictionaries";
import { rulesIgnored, writeLexicon } from "@/lib/speech/pronunciations/dictionary-rules";

/** Dictionaries of pronunciations as ElevenLabs' clients keep them. */
export function declareElevenLabsDictionaries(app: Hono<ApiEnv>): void {
  for (const operation of operations.createElevenLabsDictionary) {
    endpoint(app, operation, async ({ caller, body, ignored }) => {
      const dictionary = await createDictionary(caller, body);
      ignored.push(...rulesIgnored(body.rules), ...(body.workspace_access ? ["workspace_access"] : []));
      return { body: { ...describeDictionary(dictionary), ...describeVersion(dictionary) } };
    });
  }
  for (const operation of operations.listElevenLabsDictionaries) {
    endpoint(app, operation, async ({ caller, query, ignored }) => {
      const { cursor, page_size: limit, include_archived: withArchived } = query;
      const { rows, next } = await listDictionaries(caller, { cursor, limit, withArchived });
      ignored.push(...unknownNames(query, elevenLabsListSchema));
      const body = { pronunciation_dictionaries: rows.map(describeLatest), next_cursor: next, has_more: next !== null };
      return { body };
    });
  }
  for (const operation of operations.getElevenLabsDictionary) {
    endpoint(app, operation, async ({ caller, params }) => {
      const { dictionary, rules } = await findDictionary(caller, params.dictionaryId);
      return { body: { ...describeLatest(dictionary), rules } };
    });
  }
  for (const operation of operations.changeElevenLabsDictionary) {
    endpoint(app, operation, async ({ caller, params, body: { name, archived: isArchived } }) => ({
      body: describeLatest(await changeDictionary(caller, params.dictionaryId, { name, isArchived })),
    }));
  }
  for (const operation of operations.addElevenLabsRules) {
    const isWhole = operation.path.endsWith("/set-rules");
    endpoint(app, operation, async ({ caller, params, body: { rules }, ignored }) => {
      const dictionary = await changeRules(caller, params.dictionaryId, (before) =>
        withRules(isWhole ? [] : before, rules),
      );
      ignored.push(...rulesIgnored(rules));
      return { body: describeVersion(dictionary) };
    });
  }
  for (const operation of operations.removeElevenLabsRules) {
    endpoint(app, operation, async ({ caller, params, body: { rule_strings: words } }) => ({
      body: describeVersion(await changeRules(caller, params.dictionaryId, (rules) => withoutRules(rules, words))),
    }));
  }
  for (const operation of operations.downloadElevenLabsDictionary) {
    endpoint(app, operation, async ({ caller, params: { dictionaryId, versionId } }) => {
      const { rules } = await findDictionary(caller, dictionaryId, versionId);
      return new Response(writeLexicon(rules), { headers: { "content-type": "application/pls+xml" } });
    });
  }
}

const unixOf = (moment: Date | null) => moment && Math.floor(+moment / 1000);

const describeDictionary = ({ id, name, description, createdById, createdAt }: Dictionary) => ({
  id,
  name,
  description,
  created_by: createdById,
  creation_time_unix: unixOf(createdAt),
  permission_on_resource: "admin",
});

const describeVersion = ({ id, latestVersionId, rulesCount }: Dictionary) => ({
  id,
  version_id: latestVersionId,
  version_rules_num: rulesCount,
});

const describeLatest = (dictionary: Dictionary) => ({
  ...describeDictionary(dictionary),
  latest_version_id: dictionary.latestVersionId,
  latest_version_rules_num: dictionary.rulesCount,
  archived_time_unix: unixOf(dictionary.archivedAt),
});
