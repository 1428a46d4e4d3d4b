// @module-tag promise
import { python, typescript } from "./languages";
import { testSdks } from "./suite";

testSdks([typescript(), python()]);
