import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createApi } from "@/lib/api/app";

// The public API as a process of its own, on a free port that it prints on its first line.
const server = createServer(getRequestListener(createApi().fetch, { overrideGlobalObjects: false }));
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
