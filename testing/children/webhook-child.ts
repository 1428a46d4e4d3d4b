import { env } from "@/lib/env";
import { startOutbox } from "@/lib/outbox/worker";
import { openGuard } from "@/lib/webhooks/deliver/connect";
import { openConnections } from "@/lib/webhooks/deliver/connections";
import { openWebhookKind } from "@/lib/webhooks/deliver/kind";

const connections = openConnections(openGuard({ isLocal: env.isLocal }));

// A worker that delivers webhooks until it is killed. Its leases pass to others soon.
startOutbox([{ ...openWebhookKind({ connections, region: env.VANG_REGION }), leaseMs: 1500 }]);
