import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature that a request should have, by the AWS Signature Version 4 that its header describes. */
export function signatureOf({ method, url = "/", headers }: IncomingMessage, secret: string): string {
  const [, scope = "", signed = ""] =
    /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+)/.exec(headers.authorization ?? "") ?? [];
  const { pathname, searchParams } = new URL(url, "http://s3");
  const query = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const named = signed.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, pathname, query.join("&"), named.join(""), signed, headers["x-amz-content-sha256"]].join(
    "\n",
  );
  const digest = createHash("sha256").update(canonical).digest("hex");
  const [day = "", region = "", service = "", end = ""] = scope.split("/");
  const key = [region, service, end].reduce<Buffer>((key, text) => hmac(key, text), hmac(`AWS4${secret}`, day));
  return hmac(key, ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, digest].join("\n")).toString("hex");
}
