"use server";

import { staffAction } from "@/lib/access/auth/actions";
import { getBusiness, resumeBusiness, suspendBusiness } from "@/lib/access/businesses/suspension/operate";
import { setLimits } from "@/lib/businesses/limits/service";
import { addNote } from "./find";
import { noteSchema, setLimitsSchema, suspensionSchema } from "./schema";

export const suspendBusinessAction = staffAction(
  { right: "manage", input: suspensionSchema, proof: "recent", shows: "/operator/**" },
  async (staff, { id, reason }) => suspendBusiness(staff, await getBusiness(id), reason),
);

export const resumeBusinessAction = staffAction(
  { right: "manage", input: suspensionSchema, proof: "recent", shows: "/operator/**" },
  async (staff, { id, reason }) => resumeBusiness(staff, await getBusiness(id), reason),
);

export const setLimitsAction = staffAction(
  { right: "manage", input: setLimitsSchema, proof: "recent", shows: "/operator/**" },
  (staff, { id, reason, ...limits }) => setLimits(staff, id, limits, reason),
);

export const addNoteAction = staffAction(
  { right: "read", input: noteSchema, proof: "none", shows: "/operator/**" },
  async (staff, { id, text }) => addNote(staff, (await getBusiness(id)).id, text),
);
