"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { viewerAction } from "@/lib/access/auth/actions";
import { sameSitePath } from "@/lib/access/auth/next-path";
import { termsSchema } from "@/lib/access/terms/schema";
import { acceptTerms, requireCurrentTerms } from "@/lib/access/terms/service";
import { db } from "@/lib/platform/db";

export const acceptTermsAction = viewerAction(
  { input: termsSchema, proof: "none" },
  async ({ userId }, { terms, next }) => {
    requireCurrentTerms(terms);
    await acceptTerms(db, userId);
    redirect((sameSitePath(next) ?? "/console") as Route);
  },
);
