"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { memberAction, viewerAction } from "@/lib/access/auth/actions";
import { archiveBusiness, restoreBusiness } from "./archive";
import { setDataRules } from "./data-rules";
import { openBusiness } from "./open";
import { renameBusiness } from "./profile";
import { archiveSchema, businessNameSchema, dataRulesSchema, restoreSchema } from "./schema";

export const setDataRulesAction = memberAction(
  { permission: "business:write", input: dataRulesSchema, proof: "recent", shows: "/settings" },
  (member, rules) => setDataRules(member, rules),
);

export const renameBusinessAction = memberAction(
  { permission: "business:write", input: businessNameSchema, proof: "none", shows: "/**" },
  (member, { name }) => renameBusiness(member, name),
);

export const openBusinessAction = viewerAction(
  { input: businessNameSchema, proof: "none" },
  async (viewer, { name }) => {
    const { slug } = await openBusiness(viewer, name);
    redirect(`/console/${slug}/playground` as Route);
  },
);

export const archiveBusinessAction = memberAction(
  { permission: "business:archive", input: archiveSchema, proof: "recent" },
  async (member, { name }) => {
    await archiveBusiness(member, name);
    redirect("/console" as Route);
  },
);

export const restoreBusinessAction = viewerAction(
  { input: restoreSchema, proof: "recent" },
  async (viewer, { slug }) => {
    await restoreBusiness(viewer, slug);
    redirect(`/console/${slug}/settings` as Route);
  },
);
