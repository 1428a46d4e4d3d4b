"use server";

import { staffAction } from "@/lib/access/auth/actions";
import { setEngineState, setUpstreamWeight, testEngine } from "./engines";
import { engineStateSchema, engineTestSchema, engineWeightSchema } from "./schema";

export const setEngineStateAction = staffAction(
  { right: "work", input: engineStateSchema, proof: "recent", shows: "/operator/**" },
  (staff, { engine, state, reason }) => setEngineState(staff, engine, state, reason),
);

export const setUpstreamWeightAction = staffAction(
  { right: "work", input: engineWeightSchema, proof: "recent", shows: "/operator/**" },
  (staff, { engine, ...change }) => setUpstreamWeight(staff, engine, change),
);

export const testEngineAction = staffAction(
  { right: "work", input: engineTestSchema, proof: "recent" },
  (staff, { engine }) => testEngine(staff, engine),
);
