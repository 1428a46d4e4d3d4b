import { csharp, go, java } from "./compiled";
import type { Language } from "./request";
import { curl, node, php, python } from "./scripting";

/** The languages in which a request is shown, the shell first. */
export const languages: readonly [Language, ...Language[]] = [
  { id: "curl", name: "curl", highlight: "sh", write: curl },
  { id: "node", name: "Node.js", highlight: "js", write: node },
  { id: "python", name: "Python", highlight: "python", write: python },
  { id: "php", name: "PHP", highlight: "php", write: php },
  { id: "go", name: "Go", highlight: "go", write: go },
  { id: "java", name: "Java", highlight: "java", write: java },
  { id: "csharp", name: "C#", highlight: "csharp", write: csharp },
];
