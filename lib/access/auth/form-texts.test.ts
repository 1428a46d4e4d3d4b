// @module-tag slow
import { readdirSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type { z } from "zod";
import type { Member } from "@/lib/access/principals/member";
import { AppError } from "@/lib/platform/errors";
import type { ActionState } from "@/lib/platform/form";
import { locales } from "@/lib/platform/i18n/locale";
import { makeMember } from "@/prisma/factories";
import { actions } from "@/testing/corpora/access-table";
import { badTexts, fieldsOf, looksUntranslated } from "@/testing/harness/bad-values";
import { parseForm, rejectedState } from "./rejected-state";

type Input = z.ZodType | ((member: Member) => Promise<z.ZodType>);

const { inputs } = vi.hoisted(() => ({ inputs: new Map<unknown, Input>() }));

// Each action keeps the schema of its form, which nothing else can read.
vi.mock("@/lib/access/auth/actions", () => {
  const keep = ({ input }: { input: Input }) => {
    const action = () => undefined;
    inputs.set(action, input);
    return action;
  };
  return { publicAction: keep, viewerAction: keep, memberAction: keep, pendingAction: keep, staffAction: keep };
});

function textsOf(input: z.ZodType, form: FormData): string[] {
  try {
    parseForm(input, form);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return locales.flatMap((locale) => {
      const state = rejectedState(error, form, locale) as ActionState & { status: "refused" };
      return [state.message, ...Object.values(state.fields)];
    });
  }
}

function formWith(name: string, value: (typeof badTexts)[number]): FormData {
  const form = new FormData();
  for (const text of [value ?? []].flat()) form.append(Array.isArray(value) ? `${name}[]` : name, text);
  return form;
}

test("no field of any form shows an English text of the schema library, a bare catalogue id or an unfilled place", async () => {
  const member = await makeMember();
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("/actions.ts"))
    .map((path) => `lib/${path}`)
    .filter((path) => Object.keys(actions).some((name) => readFileSync(path, "utf8").includes(`const ${name} =`)));
  const found: string[] = [];
  for (const file of files) {
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ `@/${file}`);
    for (const [name, action] of Object.entries(exported)) {
      const given = inputs.get(action);
      if (!given) continue;
      const input = typeof given === "function" ? await given(member) : given;
      for (const field of ["", ...Object.keys(fieldsOf(input))])
        for (const value of badTexts)
          for (const text of textsOf(input, formWith(field, value)))
            if (looksUntranslated(text)) found.push(`${name} ${field}: ${text}`);
    }
  }
  expect(inputs.size).toBeGreaterThan(80);
  expect([...new Set(found)]).toEqual([]);
});

test("a NUL in any field, also one that the form does not know, is a rejected form and never reaches the database", async () => {
  const { profileSchema } = await import("@/lib/people/account/schema");
  for (const name of ["name", "unknown"]) {
    const error = await Promise.resolve(formWith(name, "a\0b"))
      .then((form) => parseForm(profileSchema.partial(), form))
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "INVALID_REQUEST", fields: { [name]: { message: expect.any(String) } } });
  }
});
