"use server";

import { staffAction } from "@/lib/access/auth/actions";
import { closeAlarmSchema } from "./schema";
import { closeAlarm } from "./service";

export const closeAlarmAction = staffAction(
  { right: "money", input: closeAlarmSchema, proof: "recent", shows: "/operator/**" },
  (staff, closing) => closeAlarm(staff, closing),
);
