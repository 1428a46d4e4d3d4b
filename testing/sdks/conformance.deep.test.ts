// @module-tag promise
import { go, php, python, typescript } from "./languages";
import { testSdks } from "./suite";

testSdks([typescript(), python(), php(), go()], { hasSlow: true });
