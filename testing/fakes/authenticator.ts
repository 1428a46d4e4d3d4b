import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { Assertion, NewCredential } from "@/lib/people/passkeys/schema";

type Answer = {
  origin: string;
  rpId: string;
  /** Whether the device verified its user. */
  isVerified: boolean;
  /** Number of signatures so far. Synced passkeys report 0. */
  counter: number;
  isSynced: boolean;
  /** The model's id; all zero for one that does not report it. */
  aaguid: string;
  userHandle: string | undefined;
};

const honest: Answer = {
  origin: "http://localhost:3000",
  rpId: "localhost",
  isVerified: true,
  counter: 0,
  isSynced: false,
  aaguid: "00000000-0000-0000-0000-000000000000",
  userHandle: undefined,
};

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string): Buffer => createHash("sha256").update(bytes).digest();

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

const flag = { present: 0x01, verified: 0x04, syncable: 0x08, synced: 0x10, credential: 0x40 };

/** The authenticator's data (WebAuthn level 3, 6.1). */
function authenticatorData({ rpId, isVerified, isSynced, counter }: Answer, credential = Buffer.alloc(0)): Buffer {
  const flags =
    flag.present |
    (isVerified ? flag.verified : 0) |
    (isSynced ? flag.syncable | flag.synced : 0) |
    (credential.length > 0 ? flag.credential : 0);
  return Buffer.concat([sha256(rpId), uint(flags, 1), uint(counter, 4), credential]);
}

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** A device with one ES256 passkey. Its responses are valid except for what a test overrides. */
export function makeAuthenticator(habits: Partial<Answer> = {}) {
  const id = randomBytes(16);
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const coordinates: [number, Uint8Array][] = [
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ];
  const coseKey = isoCBOR.encode(new Map<number, number | Uint8Array>([[1, 2], [3, -7], [-1, 1], ...coordinates]));
  const credential = {
    id: base64url(id),
    rawId: base64url(id),
    type: "public-key" as const,
    clientExtensionResults: {},
  };
  let owner: string | undefined;

  return {
    id: credential.id,
    /** The response to `navigator.credentials.create`. */
    create(options: { challenge: string; user: { id: string } }, overrides: Partial<Answer> = {}): NewCredential {
      const answer = { ...honest, ...habits, ...overrides };
      owner = options.user.id;
      const aaguid = Buffer.from(answer.aaguid.replaceAll("-", ""), "hex");
      const data = authenticatorData(answer, Buffer.concat([aaguid, uint(id.length, 2), id, coseKey]));
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map<string, string>()],
        ["authData", new Uint8Array(data)],
      ]);
      const clientDataJSON = base64url(clientData("webauthn.create", options.challenge, answer.origin));
      const attestationObject = base64url(isoCBOR.encode(attestation));
      return { ...credential, response: { clientDataJSON, attestationObject, transports: ["internal"] } };
    },
    /** The response to `navigator.credentials.get`. */
    get({ challenge }: { challenge: string }, overrides: Partial<Answer> = {}): Assertion {
      const answer = { ...honest, userHandle: owner, ...habits, ...overrides };
      const data = authenticatorData(answer);
      const client = clientData("webauthn.get", challenge, answer.origin);
      const signature = base64url(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey));
      const response = { clientDataJSON: base64url(client), authenticatorData: base64url(data), signature };
      return { ...credential, response: { ...response, userHandle: answer.userHandle } };
    },
  };
}
