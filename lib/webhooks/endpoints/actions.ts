"use server";

import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { memberAction } from "@/lib/access/auth/actions";
import { createEndpoint } from "./create";
import { editEndpoint } from "./edit";
import { deleteEndpoint, pauseEndpoint, resumeEndpoint } from "./lifecycle";
import { editEndpointFormSchema, endpointSchema, newEndpointFormSchema } from "./schema";
import { revealHeaderValue, revealSecret, rotateSecret } from "./secrets";

const permission = "webhooks:write";

export const createEndpointAction = memberAction(
  { permission, input: newEndpointFormSchema, proof: "recent", shows: "/webhooks/**" },
  async (member, input) => {
    const { endpoint, secret } = await createEndpoint(member, input);
    return { id: endpoint.id, secret };
  },
);

export const editEndpointAction = memberAction(
  { permission, input: editEndpointFormSchema, proof: "byChange", shows: "/webhooks/**" },
  async (member, { id, ...input }) => {
    await editEndpoint(member, id, input);
  },
);

export const pauseEndpointAction = memberAction(
  { permission, input: endpointSchema, proof: "none", shows: "/webhooks/**" },
  async (member, { id }) => {
    await pauseEndpoint(member, id);
  },
);

export const resumeEndpointAction = memberAction(
  { permission, input: endpointSchema, proof: "none", shows: "/webhooks/**" },
  async (member, { id }) => {
    await resumeEndpoint(member, id);
  },
);

export const deleteEndpointAction = memberAction(
  { permission, input: endpointSchema, proof: "recent" },
  async (member, { id }) => {
    await deleteEndpoint(member, id);
    revalidatePath(`/console/${member.businessSlug}/webhooks`, "layout");
    redirect(`/console/${member.businessSlug}/webhooks` as Route);
  },
);

export const rotateSecretAction = memberAction(
  { permission, input: endpointSchema, proof: "recent", shows: "/webhooks/**" },
  async (member, { id }) => {
    const { secret } = await rotateSecret(member, id);
    return { secret };
  },
);

export const revealSecretAction = memberAction(
  { permission, input: endpointSchema, proof: "recent" },
  (member, { id }) => revealSecret(member, id),
);

export const revealHeaderValueAction = memberAction(
  { permission, input: endpointSchema, proof: "recent" },
  (member, { id }) => revealHeaderValue(member, id),
);
