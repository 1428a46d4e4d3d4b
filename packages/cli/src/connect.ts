import { Vang } from "@vang/sdk";
import type { Given } from "./parse";
import { findConnection } from "./profiles";

export function connect(given: Given): Vang {
  const { apiKey, baseUrl } = findConnection(given.profile);
  return new Vang({ apiKey, baseUrl });
}
