"use server";

import { revalidatePath } from "next/cache";
import { staffAction } from "@/lib/access/auth/actions";
import { testSetupSchema } from "./schema";
import { testSetup } from "./setup";

export const testSetupAction = staffAction(
  { right: "manage", input: testSetupSchema, proof: "recent" },
  async (staff, { what }) => {
    // A test that fails is shown as such too.
    await testSetup(staff, what, staff.locale).finally(() => revalidatePath("/operator/setup"));
  },
);
