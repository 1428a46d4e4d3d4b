import { expect, test } from "vitest";
import { casso } from "./casso";
import { payos } from "./payos";
import { sepay, sepayList } from "./sepay";

const json = "application/json";
const text = (fields: object) => JSON.stringify(fields);
const big = "90071992547409931";

const sepayFields = {
  id: 92704,
  gateway: "Vietcombank",
  transactionDate: "2023-03-25 14:02:37",
  accountNumber: "0123499999",
  code: null,
  content: "LN7K2M9QX5 chuyen tien",
  transferType: "in",
  transferAmount: 2277000,
  accumulated: 19077000,
  subAccount: null,
  referenceCode: "MBVCB.3278907687",
  description: "",
};
const sepayReport = {
  source: "sepay",
  sourceId: "92704",
  direction: "in",
  accountNumber: "0123499999",
  reference: "MBVCB.3278907687",
  amountVnd: 2_277_000n,
  occurredAt: new Date("2023-03-25T07:02:37Z"),
  memo: "LN7K2M9QX5 chuyen tien",
  payer: null,
};
const parseSepay = (changed: object) => sepay.parse(Buffer.from(text({ ...sepayFields, ...changed })), json);

test("SePay's published notification is read, with the time in Vietnam", async () => {
  expect(await parseSepay({})).toEqual([sepayReport]);
});

test("SePay's notification says the same as JSON, as a form and as multipart", async () => {
  const pairs = Object.entries(sepayFields).map(([name, value]) => [name, String(value ?? "")]);
  const urlencoded = new URLSearchParams(pairs).toString();
  expect(await sepay.parse(Buffer.from(urlencoded), "application/x-www-form-urlencoded")).toEqual([sepayReport]);
  const form = new FormData();
  for (const [name = "", value = ""] of pairs) form.append(name, value);
  const request = new Response(form);
  const type = request.headers.get("content-type") ?? "";
  expect(await sepay.parse(Buffer.from(await request.arrayBuffer()), type)).toEqual([sepayReport]);
});

test("an id beyond 2^53 is kept digit by digit", async () => {
  const body = text(sepayFields).replace("92704", big);
  expect(await sepay.parse(Buffer.from(body), json)).toMatchObject([{ sourceId: big }]);
});

test.each([
  [{ transferAmount: 0 }, "transferAmount is zero"],
  [{ transferAmount: -5000 }, "transferAmount is negative"],
  [{ transferAmount: 5000.5 }, "transferAmount is not a whole amount of đồng"],
  [{ transferAmount: "5.000" }, "transferAmount is not a whole amount of đồng"],
  [{ transferAmount: "5e3" }, "transferAmount is not a whole amount of đồng"],
  [{ transferAmount: 1e16 }, "transferAmount is not a whole amount of đồng"],
  [{ transferAmount: true }, "transferAmount is neither text nor a number"],
  [{ transferAmount: null }, "transferAmount is not a whole amount of đồng"],
  [{ id: 0 }, "id is zero"],
  [{ id: null }, "id is not an id"],
  [{ id: { a: 1 } }, "id is neither text nor a number"],
  [{ transferType: "credit" }, "transferType is neither in nor out"],
  [{ accountNumber: "" }, "accountNumber is not an account number"],
  [{ accountNumber: "1;DROP" }, "accountNumber is not an account number"],
  [{ referenceCode: "a\u0000b" }, "referenceCode is not a reference"],
  [{ transactionDate: "25/03/2023" }, "transactionDate is not a time"],
  [{ transactionDate: "2023-13-40 00:00:00" }, "transactionDate is not a time"],
])("SePay's notification with %j is rejected: %s", async (changed, reason) => {
  await expect(parseSepay(changed)).rejects.toThrow(reason);
});

test.each(["", "null", "[]", "5", "{", '{"id":1,"id":2}', `{"data":`.repeat(3000)])(
  "the body %j is rejected",
  async (body) => {
    for (const provider of [sepay, casso, payos])
      await expect(provider.parse(Buffer.from(body), json)).rejects.toThrow("the body is not a JSON object");
  },
);

test("a form that repeats a field or is cut is rejected", async () => {
  const twice = Buffer.from("id=1&id=2");
  await expect(sepay.parse(twice, "application/x-www-form-urlencoded")).rejects.toThrow("the form has a field twice");
  await expect(sepay.parse(twice, "multipart/form-data; boundary=x")).rejects.toThrow("the form cannot be read");
});

test("an entry of SePay's list is read, incoming and outgoing", async () => {
  const entry = `{"id":"07ad3dc9-0000-0000-0000-0afffe87053b","transaction_date":"2026-10-31 11:24:40","account_number":"0000000002","va":"","transfer_type":"in","amount_in":50000,"amount_out":0,"accumulated":0,"transaction_content":"Giao dich sandbox","reference_number":"SBCF7A82A9EBC8","code":"DH1709","bank_brand_name":"ACB","bank_account_id":"d6719d04-0000-0000-0000-a6006ab65aca","va_id":null,"webhook_success":8}`;
  const report = {
    source: "sepay_list",
    sourceId: "07ad3dc9-0000-0000-0000-0afffe87053b",
    direction: "in",
    accountNumber: "0000000002",
    reference: "SBCF7A82A9EBC8",
    amountVnd: 50_000n,
    occurredAt: new Date("2026-10-31T04:24:40Z"),
    memo: "Giao dich sandbox",
    payer: null,
  };
  expect(await sepayList.parse(Buffer.from(entry), json)).toEqual([report]);
  const outgoing = { ...JSON.parse(entry), transfer_type: "out", amount_in: 0, amount_out: 700 };
  expect(await sepayList.parse(Buffer.from(text(outgoing)), json)).toEqual([
    { ...report, direction: "out", amountVnd: 700n },
  ]);
});

const cassoData = {
  id: 4711,
  reference: "FT26326000123456",
  description: "LN7K2M9QX5",
  amount: 599000,
  runningBalance: 25000000,
  transactionDateTime: "2024-10-03 15:06:37",
  accountNumber: "88888888",
  bankName: "VPBank",
  bankAbbreviation: "VPB",
  counterAccountName: "NGUYEN VAN A",
  counterAccountNumber: "8888888888",
};
const parseCasso = (changed: object) => {
  const body = text({ error: 0, data: { ...cassoData, ...changed } });
  return casso.parse(Buffer.from(body), json);
};

test("Casso's notification is read; its test call reports nothing, and a negative amount went out", async () => {
  const report = {
    source: "casso",
    sourceId: "4711",
    direction: "in",
    accountNumber: "88888888",
    reference: "FT26326000123456",
    amountVnd: 599_000n,
    occurredAt: new Date("2024-10-03T08:06:37Z"),
    memo: "LN7K2M9QX5",
    payer: { account: "8888888888", name: "NGUYEN VAN A" },
  };
  expect(await parseCasso({})).toEqual([report]);
  expect(await parseCasso({ id: 0 })).toEqual([]);
  expect(await parseCasso({ amount: -599000 })).toEqual([{ ...report, direction: "out" }]);
});

test.each([
  [{ amount: 0 }, "amount is zero"],
  [{ amount: 0.5 }, "amount is not a whole amount of đồng"],
  [{ id: "a b" }, "id is not an id"],
])("Casso's notification with %j is rejected: %s", async (changed, reason) => {
  await expect(parseCasso(changed)).rejects.toThrow(reason);
});

test("Casso's former version, a list of transfers, is rejected", async () => {
  await expect(casso.parse(Buffer.from('{"error":0,"data":[]}'), json)).rejects.toThrow("data is not an object");
});

const payosData = {
  orderCode: 124,
  amount: 3000,
  description: "LN7K2M9QX5",
  accountNumber: "12345678",
  reference: "TF230204212323",
  transactionDateTime: "2023-02-04 18:25:00",
  currency: "VND",
  paymentLinkId: "124c33293c43417ab7879e14c8d9eb18",
  code: "00",
  desc: "Thành công",
  counterAccountName: null,
};
const parsePayos = (changed: object) =>
  payos.parse(Buffer.from(text({ code: "00", data: { ...payosData, ...changed } })), json);

test("payOS's notification is read, and its test event reports nothing", async () => {
  expect(await parsePayos({})).toEqual([
    {
      source: "payos",
      sourceId: "124c33293c43417ab7879e14c8d9eb18:TF230204212323",
      direction: "in",
      accountNumber: "12345678",
      reference: "TF230204212323",
      amountVnd: 3000n,
      occurredAt: new Date("2023-02-04T11:25:00Z"),
      memo: "LN7K2M9QX5",
      payer: null,
    },
  ]);
  expect(await parsePayos({ orderCode: 123 })).toEqual([]);
});

test.each([
  [{ currency: "USD" }, "currency is not VND"],
  [{ currency: null }, "currency is not VND"],
  [{ code: "01" }, "code is not 00"],
  [{ amount: -3000 }, "amount is negative"],
  [{ paymentLinkId: "" }, "paymentLinkId is not an id"],
])("payOS's notification with %j is rejected: %s", async (changed, reason) => {
  await expect(parsePayos(changed)).rejects.toThrow(reason);
});
