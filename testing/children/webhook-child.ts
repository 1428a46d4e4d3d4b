import { startWebhooks } from "@/lib/webhooks/deliver/worker";

// A worker that delivers webhooks until it is killed.
startWebhooks();
