export { type Cleaned, type CleanedKind, clean, type TextWarning } from "./clean/clean";
export { type Explained, explain } from "./explain";
export { type ReadingOptions, type Region, regionalReading } from "./reading-options";
export { rules } from "./rules";
export {
  type Change,
  keepAsTyped,
  type Pause,
  type Pronunciation,
  RULES_VERSION,
  type Verbalized,
  verbalize,
  type WantedReading,
} from "./verbalize";
