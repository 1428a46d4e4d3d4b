import { v7 } from "uuid";

const prefixes = {
  user: "usr",
  session: "ses",
  mail: "mal",
  outbox: "obx",
  pendingSignIn: "psi",
  signIn: "sin",
  picture: "pic",
  business: "biz",
  key: "key",
  serviceAccount: "sva",
  account: "acc",
  transfer: "trf",
  grant: "grt",
  price: "prc",
  checkpoint: "ckp",
  request: "req",
  tts: "tts",
  stt: "stt",
  upload: "upl",
  receipt: "rcp",
  inventory: "inv",
  invitation: "ivt",
  ownershipTransfer: "own",
  platformAudit: "pau",
  event: "evt",
  item: "itm",
  notice: "ntc",
  topUp: "top",
  bankNotification: "bnk",
  bankTransfer: "btr",
  bankClaim: "clm",
  claimMessage: "cms",
  adjustment: "adj",
  adjustmentBatch: "adb",
  moneyAct: "mny",
  note: "nte",
  refund: "rfd",
  statement: "stm",
  invoice: "ivc",
  paymentChange: "pch",
  webhook: "whk",
  webhookSecret: "whs",
  delivery: "dlv",
  attempt: "att",
  replay: "rpl",
  listener: "lsn",
  jobListener: "ljb",
  incident: "inc",
  incidentUpdate: "inu",
  dataRequest: "dsr",
  sharedTrace: "shl",
  dictionary: "pdc",
  dictionaryVersion: "pdv",
} as const;

/** A new id that shows its kind and sorts by creation time: prefix, `_`, UUIDv7 (RFC 9562) in base32hex. */
export function newId(kind: keyof typeof prefixes): string {
  const bytes = v7(undefined, new Uint8Array(16));
  const value = (Buffer.from(bytes).readBigUInt64BE(0) << 64n) | Buffer.from(bytes).readBigUInt64BE(8);
  return `${prefixes[kind]}_${value.toString(32).padStart(26, "0")}`;
}

/** When an id was created, to the millisecond, by the clock of the machine that created it. */
export function timeOf(id: string): Date {
  const digits = [...id.slice(id.indexOf("_") + 1)];
  const value = digits.reduce((sum, digit) => (sum << 5n) | BigInt(Number.parseInt(digit, 32)), 0n);
  return new Date(Number(value >> 80n));
}

/** Whether `text` has the form of an id of this kind. Says nothing about whether it exists. */
export function isId(kind: keyof typeof prefixes, text: string): boolean {
  return text.startsWith(`${prefixes[kind]}_`) && /^[0-9a-v]{26}$/.test(text.slice(prefixes[kind].length + 1));
}
