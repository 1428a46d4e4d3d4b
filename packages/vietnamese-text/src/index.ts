export {
  type Cleaned,
  type CleanedKind,
  type CleanOptions,
  clean,
  type SayAs,
  SsmlError,
  type SsmlProblem,
  type TextWarning,
} from "./clean";
export { type Explained, explain } from "./explain";
export { checkTerms, type RepairedWord, repairTerms, type TermProblem, termLimits } from "./keyterms";
export { type ReadingOptions, type Region, regionalReading } from "./reading-options";
export {
  type RedactedPiece,
  type Redaction,
  type RedactionKind,
  redact,
  redactionGroups,
  redactionKinds,
  redactionsOf,
} from "./redact";
export { rules } from "./rules";
export {
  type Change,
  keepAsTyped,
  type Pause,
  type Pronunciation,
  RULES_VERSION,
  readCleaned,
  type Unread,
  type Verbalized,
  verbalize,
  type WantedReading,
} from "./verbalize";
export {
  type Formatting,
  type SpokenWord,
  textOf,
  type WriteOptions,
  type WrittenKind,
  type WrittenPiece,
  write,
} from "./write";
