import type { Voice } from "@/lib/engines/provider";
import gains from "./gains.json" with { type: "json" };

export const espeakModelId = "vang-espeak";

type EspeakVoice = Voice & {
  engineVoice: string;
  /** Makes it as loud as the others; measured by `npm run loudness`. */
  gainDb: number;
};

type Person = Pick<EspeakVoice, "name" | "gender" | "engineVoice"> & { voiceId: keyof typeof gains };

const speakers = (region: Voice["region"], people: Person[]): EspeakVoice[] =>
  people.map((person) => ({
    ...person,
    region,
    languageCode: "vi",
    styles: ["neutral"],
    modelIds: [espeakModelId],
    gainDb: gains[person.voiceId],
    ...(region === "central" && { experimental: true }),
  }));

/**
 * Chosen by measuring all 104 variants of the engine: no clipping, women well above men in pitch, no two alike. The
 * central dialect's tones are nearly flat, hence experimental.
 */
export const espeakVoices: readonly EspeakVoice[] = [
  ...speakers("north", [
    { voiceId: "north-linh", name: "Linh", gender: "female", engineVoice: "vi+f3" },
    { voiceId: "north-mai", name: "Mai", gender: "female", engineVoice: "vi+f5" },
    { voiceId: "north-minh", name: "Minh", gender: "male", engineVoice: "vi+m3" },
    { voiceId: "north-duc", name: "Đức", gender: "male", engineVoice: "vi" },
  ]),
  ...speakers("central", [
    { voiceId: "central-dieu", name: "Diệu", gender: "female", engineVoice: "vi-vn-x-central+f4" },
    { voiceId: "central-bao", name: "Bảo", gender: "male", engineVoice: "vi-vn-x-central+m7" },
  ]),
  ...speakers("south", [
    { voiceId: "south-truc", name: "Trúc", gender: "female", engineVoice: "vi-vn-x-south+linda" },
    { voiceId: "south-ngoc", name: "Ngọc", gender: "female", engineVoice: "vi-vn-x-south+f2" },
    { voiceId: "south-khang", name: "Khang", gender: "male", engineVoice: "vi-vn-x-south+Nguyen" },
    { voiceId: "south-phuc", name: "Phúc", gender: "male", engineVoice: "vi-vn-x-south+m4" },
  ]),
];
