import fc from "fast-check";
import { expect, test } from "vitest";
import { packForm } from "./pack-form";

test("whatever its names, values and bytes, a form is read back as it was", async () => {
  const line = fc.string({ unit: "binary", maxLength: 30 }).filter((text) => text.isWellFormed());
  const name = line.filter((text) => !/[\r\n]/.test(text));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name, { maxLength: 5 }), line, fc.uint8Array(), async (names, value, bytes) => {
      const fields = names.filter((one) => one !== "file").map((one): [string, string] => [one, value]);
      const { type, body } = packForm(fields, { name: "file", fileName: "a.wav", type: "audio/wav", bytes });
      const form = await new Response(body, { headers: { "content-type": type } }).formData();
      // A parser reads what was escaped in a name as the name.
      for (const [field] of fields) expect(form.get(field)).toBe(value);
      const file = form.get("file") as File;
      expect([file.name, file.type, new Uint8Array(await file.arrayBuffer())]).toEqual(["a.wav", "audio/wav", bytes]);
    }),
  );
});

test("no name breaks out of its line", () => {
  const { body } = packForm([['a"\r\nX-Evil: 1\r\n\r\n', "v"]], {
    name: "file",
    fileName: "a\nb.wav",
    type: "audio/wav",
    bytes: new Uint8Array(1),
  });
  expect(String(body)).not.toContain("\r\nX-Evil");
  expect(String(body)).not.toContain("\nb.wav");
});
