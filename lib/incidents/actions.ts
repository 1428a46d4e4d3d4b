"use server";

import { revalidatePath } from "next/cache";
import { staffAction } from "@/lib/auth/actions";
import { openIncidentSchema, updateIncidentSchema } from "./schema";
import { openIncident, updateIncident } from "./service";

const showAgain = () => revalidatePath("/operator", "layout");

export const openIncidentAction = staffAction(
  { right: "work", input: openIncidentSchema, proof: "none" },
  async (staff, incident) => {
    await openIncident(staff, incident);
    showAgain();
  },
);

export const updateIncidentAction = staffAction(
  { right: "work", input: updateIncidentSchema, proof: "none" },
  async (staff, { id, ...update }) => {
    await updateIncident(staff, id, update);
    showAgain();
  },
);
