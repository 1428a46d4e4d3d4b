"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { memberAction } from "@/lib/access/auth/actions";
import { createTopUp } from "./create";
import { newTopUpSchema } from "./schema";

export const createTopUpAction = memberAction(
  { permission: "billing:write", input: newTopUpSchema, proof: "none" },
  async (member, { seen = "", taxCodeChecked, ...topUp }) => {
    const id = await createTopUp(member, topUp, { seen, taxCodeChecked: taxCodeChecked === "on" });
    redirect(`/console/${member.businessSlug}/billing/top-ups/${id}` as Route);
  },
);
