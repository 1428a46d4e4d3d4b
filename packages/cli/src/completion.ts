import { type CommandName, commandNames, type OptionSpec, optionsOf, specOf } from "./commands";
import { summaryOf } from "./help";
import { say } from "./words";

type Shell = "bash" | "zsh";

/** What follows `vang`: the commands by their first word, with what can be the second. */
const firstWords = [...new Set(commandNames.map((name) => name.split(" ")[0] ?? ""))];
const secondWords = (first: string) =>
  commandNames.flatMap((name) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));

/** The choices of an argument whose name lists them in small letters, such as `bash|zsh`. */
const argumentChoices = (name: CommandName) =>
  (specOf(name).takes ?? []).flatMap((argument) => (/^[a-z|]+$/.test(argument) ? argument.split("|") : []));

const flagsOf = (name: CommandName) =>
  optionsOf(name).flatMap(([, { flag, short }]) => [`--${flag}`, ...(short ? [`-${short}`] : [])]);

/** The script that a shell reads to complete commands and options; files where neither is meant. */
export const writeCompletion = (shell: Shell): string => (shell === "bash" ? forBash() : forZsh());

function forBash(): string {
  const cases = commandNames.map((name) => {
    const choices = optionsOf(name).flatMap(([, spec]) => (spec.choices ? [bashChoices(spec)] : []));
    return `    "${name}")
      case "$before" in
${choices.join("\n")}
        *) words="${[...flagsOf(name), ...argumentChoices(name)].join(" ")}" ;;
      esac ;;`;
  });
  const groups = firstWords
    .filter((first) => secondWords(first).length > 0)
    .map((first) => `    ${first}) words="${secondWords(first).join(" ")}" ;;`);
  return `# bash completion of vang: eval "$(vang completion bash)"
_vang() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" first="\${COMP_WORDS[1]}" words=""
  local name="$first"
  case "$first" in ${groups.length > 0 ? firstWords.filter((first) => secondWords(first).length > 0).join("|") : "-"})
    name="$first \${COMP_WORDS[2]}" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${firstWords.join(" ")} --help --version"
  else
    case "$name" in
${cases.join("\n")}
    *)
      case "$first" in
${groups.join("\n")}
      esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _vang vang
`;
}

const bashChoices = ({ flag, short, choices = [] }: OptionSpec) =>
  `        --${flag}${short ? `|-${short}` : ""}) words="${choices.join(" ")}" ;;`;

const quote = (text: string) => text.replace(/[\\':[\]]/g, (mark) => (mark === "'" ? "'\\''" : `\\${mark}`));

function forZsh(): string {
  const describe = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([word, text]) => `'${quote(word)}:${quote(text)}'`).join(" ");
  const first = firstWords.map((word): [string, string] => {
    const name = commandNames.find((each) => each === word || each.startsWith(`${word} `));
    return [word, secondWords(word).length > 0 || !name ? secondWords(word).join(", ") : summaryOf(name)];
  });
  const groups = firstWords
    .filter((word) => secondWords(word).length > 0)
    .map((word) => {
      const pairs = secondWords(word).map((second): [string, string] => [
        second,
        summaryOf(`${word} ${second}` as CommandName),
      ]);
      return `    ${word}) if (( CURRENT == 3 )); then second=(${describe(pairs)}); _describe command second; return; fi
      name="$words[2] $words[3]"; shift=2 ;;`;
    });
  const cases = commandNames.map((name) => `    '${name}') _arguments ${zshArguments(name)} ;;`);
  return `#compdef vang
# zsh completion of vang: eval "$(vang completion zsh)"
_vang() {
  local -a first second
  local name="$words[2]" shift=1
  if (( CURRENT == 2 )); then
    first=(${describe(first)})
    _describe command first
    return
  fi
  case "$words[2]" in
${groups.join("\n")}
  esac
  shift $shift words
  (( CURRENT -= shift ))
  case "$name" in
${cases.join("\n")}
  esac
}
compdef _vang vang
`;
}

function zshArguments(name: CommandName): string {
  const flags = optionsOf(name).flatMap(([id, { flag, short, value, choices, many }]) => {
    const after = value ? `:${quote(value)}:${choices ? `(${choices.join(" ")})` : "_files"}` : "";
    const text = `[${quote(say(`cli.options.${id}`))}]${after}`;
    return [`--${flag}`, ...(short ? [`-${short}`] : [])].map((one) => `'${many ? "*" : ""}${one}${text}'`);
  });
  const choices = argumentChoices(name);
  return [...flags, choices.length > 0 ? `'*:argument:(${choices.join(" ")})'` : `'*:file:_files'`].join(" ");
}
