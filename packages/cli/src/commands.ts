/** An option: with `value` it takes one, with `many` it can be given several times. */
export type OptionSpec = {
  flag: string;
  short?: string;
  value?: string;
  choices?: readonly string[];
  many?: true;
};

const jobStates = ["queued", "running", "paused", "succeeded", "failed", "canceled"] as const;

/** Every option of every command. Its text is `cli.options.<id>`. */
export const options = {
  json: { flag: "json" },
  help: { flag: "help", short: "h" },
  lang: { flag: "lang", value: "LANG", choices: ["vi", "en"] },
  profile: { flag: "profile", value: "NAME" },
  version: { flag: "version" },
  withKey: { flag: "with-key" },
  baseUrl: { flag: "base-url", value: "URL" },
  output: { flag: "output", short: "o", value: "FILE" },
  voice: { flag: "voice", value: "VOICE_ID" },
  model: { flag: "model", value: "MODEL_ID" },
  audioFormat: { flag: "format", value: "FORMAT", choices: ["mp3", "wav", "pcm", "opus", "mulaw", "alaw"] },
  speed: { flag: "speed", value: "NUMBER" },
  textType: { flag: "text-type", value: "TYPE", choices: ["text", "ssml"] },
  play: { flag: "play" },
  transcriptFormat: { flag: "format", value: "FORMAT", choices: ["text", "srt", "vtt", "json"] },
  language: { flag: "language", value: "CODE" },
  formatting: { flag: "formatting", value: "STEPS" },
  keyterm: { flag: "keyterm", value: "TERM", many: true },
  redact: { flag: "redact", value: "KINDS" },
  diarize: { flag: "diarize" },
  metadata: { flag: "metadata", value: "NAME=VALUE", many: true },
  retention: { flag: "retention", value: "none", choices: ["none"] },
  asJob: { flag: "job" },
  sampleRate: { flag: "sample-rate", value: "HERTZ" },
  device: { flag: "device", value: "NAME" },
  status: { flag: "status", value: "STATUS", choices: jobStates },
  result: { flag: "status", value: "STATUS", choices: ["completed", "failed"] },
  service: { flag: "service", value: "SERVICE", choices: ["tts", "stt"] },
  from: { flag: "from", value: "DAY" },
  to: { flag: "to", value: "DAY" },
  by: { flag: "by", value: "FIELDS" },
  limit: { flag: "limit", value: "NUMBER" },
  scope: { flag: "scope", value: "SCOPE", many: true },
  expiresIn: { flag: "expires-in", value: "TIME" },
  grace: { flag: "grace", value: "TIME" },
  forwardTo: { flag: "to", value: "URL" },
  timeout: { flag: "timeout", value: "SECONDS" },
  webhook: { flag: "webhook", value: "WEBHOOK_ID" },
  delivery: { flag: "delivery", value: "DELIVERY_ID", many: true },
  failedSince: { flag: "failed-since", value: "TIME" },
  directory: { flag: "directory", value: "FOLDER" },
} as const satisfies Record<string, OptionSpec>;

export type OptionId = keyof typeof options;

/** The options that every command has. */
export const commonOptions = ["json", "profile", "lang", "help"] as const satisfies readonly OptionId[];

/** What a command takes: arguments by their names in usage lines, in brackets where they can be left out. */
export type CommandSpec = { takes?: readonly string[]; options?: readonly OptionId[] };

const ofCalls = ["metadata", "retention"] as const;
const ofTranscripts = ["model", "language", "formatting", "keyterm", "redact"] as const;

/** Every command, in the order in which the help lists them. Its text is `cli.commands.<name with dashes>`. */
export const commands = {
  login: { options: ["withKey", "baseUrl"] },
  logout: {},
  whoami: {},
  say: {
    takes: ["TEXT|FILE|-"],
    options: ["output", "play", "voice", "model", "audioFormat", "speed", "textType", ...ofCalls],
  },
  read: { takes: ["TEXT|FILE|-"], options: ["voice", "model", "textType"] },
  transcribe: {
    takes: ["FILE|-"],
    options: ["transcriptFormat", "output", ...ofTranscripts, "diarize", "asJob", ...ofCalls],
  },
  live: {
    takes: ["[FILE|-]"],
    options: ["model", "language", "formatting", "keyterm", "sampleRate", "device", "metadata"],
  },
  voices: {},
  models: {},
  "jobs list": { options: ["status", "limit"] },
  "jobs show": { takes: ["JOB_ID"] },
  "jobs wait": { takes: ["JOB_ID"], options: ["transcriptFormat", "output"] },
  "jobs cancel": { takes: ["JOB_ID"] },
  history: { options: ["service", "result", "from", "to", "limit"] },
  usage: { options: ["from", "to", "by", "service"] },
  balance: {},
  "keys list": {},
  "keys create": { takes: ["NAME"], options: ["scope", "expiresIn"] },
  "keys rotate": { takes: ["KEY_ID"], options: ["grace"] },
  "keys revoke": { takes: ["KEY_ID"] },
  "webhooks list": {},
  "webhooks listen": { options: ["forwardTo", "timeout"] },
  "webhooks trigger": { takes: ["EVENT_TYPE"], options: ["webhook"] },
  "webhooks replay": { takes: ["WEBHOOK_ID"], options: ["delivery", "failedSince"] },
  mcp: { options: ["directory"] },
  completion: { takes: ["bash|zsh"] },
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof commands;

export const commandNames = Object.keys(commands) as CommandName[];

export const specOf = (name: CommandName): CommandSpec => commands[name];

/** The options of a command by their ids, those that every command has last. */
export const optionsOf = (name: CommandName): [OptionId, OptionSpec][] =>
  [...(specOf(name).options ?? []), ...commonOptions].map((id) => [id, options[id]]);

/** `say TEXT|FILE|-`, or `jobs wait JOB_ID`. */
export const usageOf = (name: CommandName): string => [name, ...(specOf(name).takes ?? [])].join(" ");

/** `-o, --output FILE`. */
export const labelOf = ({ flag, short, value }: OptionSpec): string =>
  [short ? `-${short}, --${flag}` : `--${flag}`, ...(value ? [value] : [])].join(" ");

export const exitCodes = { success: 0, failed: 1, usage: 2, key: 3, credit: 4, later: 5, interrupted: 130 } as const;
