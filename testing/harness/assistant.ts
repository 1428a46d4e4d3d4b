import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** An assistant that calls our tools with a key. */
export async function connectAssistant(apiUrl: string, key: string) {
  const client = new Client({ name: "a test", version: "1" });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", apiUrl), { requestInit: { headers } }));
  return {
    listTools: async () => (await client.listTools()).tools,
    async call(name: string, sent: Record<string, unknown> = {}) {
      const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: sent });
      const [first] = content;
      const text = first?.type === "text" ? first.text : "";
      // biome-ignore lint/suspicious/noExplicitAny: the fields of each tool
      return { content, text, isError, fields: structuredContent as any };
    },
    close: () => client.close(),
  };
}

const version = "2026-07-28";

/** A request of the revision without sessions, as it is on the wire. */
export const toolRequest = (method: string, params: { name?: string; [field: string]: unknown } = {}) => ({
  headers: {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": version,
    "mcp-method": method,
    ...(params.name !== undefined && { "mcp-name": params.name }),
  },
  json: {
    jsonrpc: "2.0",
    id: 1,
    method,
    params: {
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": { name: "a test", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  },
});
