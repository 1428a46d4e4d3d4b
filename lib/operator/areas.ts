import type { Verb } from "./verb";

/** `npm run operator -- <area> <verb>`; only the area that is named is loaded. */
export const areas: Record<
  string,
  { about: string; load: () => Promise<{ verbs: readonly Verb[] }>; needsDatabase?: boolean }
> = {
  today: {
    about: "lists what waits for the staff, and the figures of the last days",
    load: () => import("./areas/today"),
  },
  alarms: { about: "lists alarms, and closes them with a reason", load: () => import("./areas/alarms") },
  setup: { about: "says what an installation lacks, and tests it", load: () => import("./areas/setup") },
  staff: { about: "says who can open the operator's desk", load: () => import("./areas/staff") },
  businesses: {
    about: "finds and shows businesses, changes their limits, suspends and resumes them",
    load: () => import("./areas/businesses"),
  },
  credit: { about: "credits a business by contract, or adjusts its credit", load: () => import("./areas/credit") },
  claims: { about: "decides what businesses claim to have paid", load: () => import("./areas/claims") },
  transfers: { about: "decides bank transfers that belong to no business", load: () => import("./areas/transfers") },
  "data-requests": {
    about: "answers what people ask about their own data",
    load: () => import("./areas/data-requests"),
  },
  refunds: { about: "decides refunds that owners requested", load: () => import("./areas/refunds") },
  invoices: { about: "adjusts, replaces and cancels invoices", load: () => import("./areas/invoices") },
  notifications: {
    about: "reads notifications of the bank that could not be recorded",
    load: () => import("./areas/notifications"),
  },
  prices: { about: "lists and adds prices", load: () => import("./areas/prices") },
  books: { about: "checks the ledger", load: () => import("./areas/books") },
  audit: { about: "verifies audit logs, and lists what operators did", load: () => import("./areas/audit") },
  webhooks: { about: "stops and starts all deliveries, of all regions", load: () => import("./areas/webhooks") },
  outbox: { about: "lists, retries and drops what is delivered later", load: () => import("./areas/outbox") },
  events: { about: "tries again to record finished jobs that were set aside", load: () => import("./areas/events") },
  engines: { about: "turns speech engines on and off, and tests them", load: () => import("./areas/engines") },
  work: { about: "shows background work and its faults", load: () => import("./areas/work") },
  incidents: { about: "announces incidents on the status page", load: () => import("./areas/incidents") },
  encryption: { about: "encrypts everything under another key", load: () => import("./areas/encryption") },
  objects: {
    about: "tests the bucket of OBJECTS_URL, and moves audio and texts into it",
    load: () => import("./areas/objects"),
  },
  backup: {
    about: "writes everything into one archive, and restores it",
    load: () => import("./areas/backup"),
    needsDatabase: false,
  },
  models: { about: "installs speech models", load: () => import("./areas/models"), needsDatabase: false },
  voices: { about: "measures the built-in voices", load: () => import("./areas/voices"), needsDatabase: false },
  passwords: { about: "builds the filter of passwords", load: () => import("./areas/passwords"), needsDatabase: false },
};
