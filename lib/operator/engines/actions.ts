"use server";

import { revalidatePath } from "next/cache";
import { staffAction } from "@/lib/auth/actions";
import { engineStateSchema, engineTestSchema, engineWeightSchema } from "./schema";
import { setEngineState, setUpstreamWeight, testEngine } from "./service";

const showAgain = () => revalidatePath("/operator", "layout");

export const setEngineStateAction = staffAction(
  { right: "work", input: engineStateSchema, proof: "none" },
  async (staff, { engine, state, reason }) => {
    await setEngineState(staff, engine, state, reason);
    showAgain();
  },
);

export const setUpstreamWeightAction = staffAction(
  { right: "work", input: engineWeightSchema, proof: "none" },
  async (staff, { engine, ...change }) => {
    await setUpstreamWeight(staff, engine, change);
    showAgain();
  },
);

export const testEngineAction = staffAction(
  { right: "work", input: engineTestSchema, proof: "none" },
  (staff, { engine }) => testEngine(staff, engine),
);
