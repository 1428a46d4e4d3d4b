"use client";

import dynamic from "next/dynamic";

/** The `stepUp` of the desk's forms. Few visits need a proof of identity, so its script comes when one is asked for. */
export const DeskStepUp = dynamic(() => import("@/components/people/account/step-up").then(({ StepUp }) => StepUp));
