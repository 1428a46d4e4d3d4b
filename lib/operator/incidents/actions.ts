"use server";

import { staffAction } from "@/lib/access/auth/actions";
import { openIncident, updateIncident } from "./incidents";
import { openIncidentSchema, updateIncidentSchema } from "./schema";

export const openIncidentAction = staffAction(
  { right: "work", input: openIncidentSchema, proof: "recent", shows: "/operator/**" },
  async (staff, incident) => {
    await openIncident(staff, incident);
  },
);

export const updateIncidentAction = staffAction(
  { right: "work", input: updateIncidentSchema, proof: "recent", shows: "/operator/**" },
  (staff, { id, ...update }) => updateIncident(staff, id, update),
);
