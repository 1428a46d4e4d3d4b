// @module-tag promise
import { go, php } from "./languages";
import { testSdks } from "./suite";

testSdks([php(), go()]);
