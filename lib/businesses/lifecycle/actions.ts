"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { memberAction, viewerAction } from "@/lib/auth/actions";
import { archiveBusiness, restoreBusiness } from "./archive";
import { openBusiness } from "./open";
import { archiveSchema, newBusinessSchema, restoreSchema } from "./schema";

export const openBusinessAction = viewerAction(
  { input: newBusinessSchema, proof: "none" },
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
