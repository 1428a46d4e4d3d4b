"use server";

import { revalidatePath } from "next/cache";
import { staffAction } from "@/lib/auth/actions";
import { setLimits } from "@/lib/businesses/limits/service";
import { getBusiness, resumeBusiness, suspendBusiness } from "@/lib/businesses/suspension/operate";
import { addNote } from "./notes";
import { noteSchema, setLimitsSchema, suspensionSchema } from "./schema";

const showAgain = () => revalidatePath("/operator", "layout");

export const suspendBusinessAction = staffAction(
  { right: "manage", input: suspensionSchema, proof: "recent" },
  async (staff, { id, reason }) => {
    await suspendBusiness(staff, await getBusiness(id), reason);
    showAgain();
  },
);

export const resumeBusinessAction = staffAction(
  { right: "manage", input: suspensionSchema, proof: "recent" },
  async (staff, { id, reason }) => {
    await resumeBusiness(staff, await getBusiness(id), reason);
    showAgain();
  },
);

export const setLimitsAction = staffAction(
  { right: "manage", input: setLimitsSchema, proof: "recent" },
  async (staff, { id, reason, ...limits }) => {
    await setLimits(staff, id, limits, reason);
    showAgain();
  },
);

export const addNoteAction = staffAction(
  { right: "read", input: noteSchema, proof: "none" },
  async (staff, { id, text }) => {
    await addNote(staff, (await getBusiness(id)).id, text);
    showAgain();
  },
);
