/** Keys of the encryption by their version. Version 0 is the text of a former NEXTAUTH_SECRET, the others are 32 bytes. */
export type KeyVersions = ReadonlyMap<number, Buffer>;

const setting = "VANG_ENCRYPTION_KEYS";

/** Parses `1:<base64>,2:<base64>`; throws an Error that names the setting and the entry, never the key. */
export function parseKeyVersions(text: string): KeyVersions {
  const keys = new Map<number, Buffer>();
  // A former NEXTAUTH_SECRET may contain commas.
  for (const entry of text.split(/,(?=\d+:)/).filter(Boolean)) {
    const [, digits, value = ""] = /^(\d{1,9}):(.*)$/s.exec(entry) ?? [];
    if (digits === undefined) throw new Error(`${setting}: an entry is not of the form <version>:<base64>`);
    const version = Number(digits);
    if (keys.has(version)) throw new Error(`${setting}: version ${version} is listed twice`);
    if (version === 0 && value.length < 32)
      throw new Error(`${setting}: version 0 is not a former NEXTAUTH_SECRET of 32 characters or more`);
    if (version > 0 && !/^[\w+/-]{43}=?$/.test(value))
      throw new Error(`${setting}: version ${version} is not 32 bytes in base64`);
    keys.set(version, version === 0 ? Buffer.from(value) : Buffer.from(value, "base64"));
  }
  return keys;
}
