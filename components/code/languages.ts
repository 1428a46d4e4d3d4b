import type { Language } from "./code-request";
import { csharp, go, java } from "./compiled";
import { curl, node, php, python } from "./scripting";

/** The languages in which a request is shown, the shell first. */
export const languages: readonly [Language, ...Language[]] = [
  { id: "curl", name: "curl", write: curl },
  { id: "node", name: "Node.js", write: node },
  { id: "python", name: "Python", write: python },
  { id: "php", name: "PHP", write: php },
  { id: "go", name: "Go", write: go },
  { id: "java", name: "Java", write: java },
  { id: "csharp", name: "C#", write: csharp },
];
