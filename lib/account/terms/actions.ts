"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { viewerAction } from "@/lib/auth/actions";
import { sameSitePath } from "@/lib/auth/next-path";
import { db } from "@/lib/db";
import { termsSchema } from "@/lib/terms/schema";
import { acceptTerms, requireCurrentTerms } from "@/lib/terms/service";

export const acceptTermsAction = viewerAction(
  { input: termsSchema, proof: "none" },
  async ({ userId }, { terms, next }) => {
    requireCurrentTerms(terms);
    await acceptTerms(db, userId);
    redirect((sameSitePath(next) ?? "/console") as Route);
  },
);
