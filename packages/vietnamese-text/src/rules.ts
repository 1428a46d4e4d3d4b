import type { Rule } from "./rule";
import {
  abbreviationRule,
  districtRule,
  highDistrictRule,
  provinceRule,
  roadRule,
  wardRule,
} from "./rules/abbreviation";
import { acronymRule, flightNumberRule, flightRule, joinedLettersRule, tickerRule } from "./rules/acronym";
import { addressRule, hashtagRule } from "./rules/address";
import { nounRules } from "./rules/by-noun";
import { codeRules, secretRules } from "./rules/code";
import { dateRules } from "./rules/date";
import { dayMonthRules } from "./rules/day-month";
import { documentRules } from "./rules/document";
import { emojiRule } from "./rules/emoji";
import { foreignRule } from "./rules/foreign";
import { formulaRules } from "./rules/formula";
import { fractionRules, mixedFractionRules } from "./rules/fraction";
import { headingRule, smallRomanRule } from "./rules/heading";
import { joinedTitleRule } from "./rules/joined-title";
import { moneyRules } from "./rules/money";
import { monthAndAgeRules } from "./rules/months-and-ages";
import { keypadRules, notationRules } from "./rules/notation";
import { amountRules, minusRules, numberRules, rangeRules } from "./rules/number";
import { ordinalRules } from "./rules/ordinal";
import { pauseRules } from "./rules/pause";
import { cardRules, periodRules } from "./rules/period";
import { phoneRules } from "./rules/phone";
import { romanRules } from "./rules/roman";
import { scienceRules, signRules } from "./rules/science";
import { scoreRules } from "./rules/score";
import { maskedRules } from "./rules/secret";
import { senseRule } from "./rules/sense";
import { droppedLetterRule, joinedWordsRule, soundedDigitRule, stretchedRule } from "./rules/stretched";
import { resultRules, sumRules, symbolRules } from "./rules/symbol";
import { timeRules } from "./rules/time";
import { sizeRules, unitRules } from "./rules/unit";

/** In order of precedence: more specific rules come first. */
export const rules: readonly Rule[] = [
  ...maskedRules,
  ...resultRules,
  ...keypadRules,
  emojiRule,
  soundedDigitRule,
  ...pauseRules,
  headingRule,
  smallRomanRule,
  addressRule,
  hashtagRule,
  joinedTitleRule,
  ...formulaRules,
  ...scienceRules,
  ...documentRules,
  ...secretRules,
  ...monthAndAgeRules,
  ...mixedFractionRules,
  ...scoreRules,
  ...cardRules,
  flightNumberRule,
  ...notationRules,
  ...dateRules,
  ...dayMonthRules,
  ...periodRules,
  ...ordinalRules,
  ...sizeRules,
  ...nounRules,
  ...timeRules,
  ...phoneRules,
  ...moneyRules,
  ...unitRules,
  ...romanRules,
  flightRule,
  roadRule,
  wardRule,
  districtRule,
  highDistrictRule,
  provinceRule,
  tickerRule,
  senseRule,
  stretchedRule,
  droppedLetterRule,
  joinedWordsRule,
  foreignRule,
  abbreviationRule,
  joinedLettersRule,
  ...amountRules,
  ...rangeRules,
  ...fractionRules,
  ...sumRules,
  ...minusRules,
  ...codeRules,
  acronymRule,
  ...symbolRules,
  ...numberRules,
  ...signRules,
];
