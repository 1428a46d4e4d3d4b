import { casso } from "./casso";
import { payos } from "./payos";
import type { Provider, ProviderName } from "./provider";
import { sepay } from "./sepay";

export const providers: Record<ProviderName, Provider> = { sepay, casso, payos };
