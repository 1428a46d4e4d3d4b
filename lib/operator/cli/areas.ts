import type { Verb } from "./verb";

/** `npm run operator -- <area> <verb>`; only the area that is named is loaded. */
export const areas: Record<
  string,
  { about: string; load: () => Promise<{ verbs: readonly Verb[] }>; needsDatabase?: boolean }
> = {
  setup: {
    about: "says what an installation lacks, and tests it",
    load: () => import("@/lib/operator/cli/areas/setup"),
  },
  staff: { about: "says who can open the operator's desk", load: () => import("@/lib/operator/cli/areas/staff") },
  businesses: {
    about: "changes the limits of a business",
    load: () => import("@/lib/operator/cli/areas/businesses"),
  },
  credit: {
    about: "credits a business by contract, or adjusts its credit",
    load: () => import("@/lib/operator/cli/areas/credit"),
  },
  invoices: {
    about: "adjusts, replaces and cancels invoices",
    load: () => import("@/lib/operator/cli/areas/invoices"),
  },
  prices: { about: "adds prices", load: () => import("@/lib/operator/cli/areas/prices") },
  books: { about: "checks the ledger", load: () => import("@/lib/operator/cli/areas/books") },
  audit: {
    about: "verifies audit logs, and lists what operators did",
    load: () => import("@/lib/operator/cli/areas/audit"),
  },
  webhooks: {
    about: "stops and starts all deliveries, of all regions",
    load: () => import("@/lib/operator/cli/areas/webhooks"),
  },
  work: {
    about: "lists the long jobs that have not ended, and their steps",
    load: () => import("@/lib/operator/cli/areas/work"),
  },
  outbox: {
    about: "lists, retries and drops what is delivered later",
    load: () => import("@/lib/operator/cli/areas/outbox"),
  },
  events: {
    about: "tries again to record finished jobs that were set aside",
    load: () => import("@/lib/operator/cli/areas/events"),
  },
  encryption: {
    about: "encrypts everything under another key",
    load: () => import("@/lib/operator/cli/areas/encryption"),
  },
  objects: {
    about: "tests the bucket of OBJECTS_URL, and moves audio and texts into it",
    load: () => import("@/lib/operator/cli/areas/objects"),
  },
  backup: {
    about: "writes everything into one archive, and restores it",
    load: () => import("@/lib/operator/cli/areas/backup"),
    needsDatabase: false,
  },
  models: {
    about: "installs speech models",
    load: () => import("@/lib/operator/cli/areas/models"),
    needsDatabase: false,
  },
  voices: {
    about: "measures the built-in voices",
    load: () => import("@/lib/operator/cli/areas/voices"),
    needsDatabase: false,
  },
  passwords: {
    about: "builds the filter of passwords",
    load: () => import("@/lib/operator/cli/areas/passwords"),
    needsDatabase: false,
  },
};
