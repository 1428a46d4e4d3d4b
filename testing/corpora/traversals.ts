const dots = [
  "..",
  "%2e%2e",
  ".%2e",
  "%252e%252e",
  "%c0%ae%c0%ae",
  "\uff0e\uff0e",
  "..;",
  "....",
  "..%00",
  "%u002e%u002e",
];
const separators = ["/", "\\", "%2f", "%5c", "%252f", "%c0%af", "\u2215", "\uff0f", "//"];
const depths = [1, 2, 3, 12];

/**
 * Ways to name a file outside the store, as attackers write them: parent directories in every spelling, absolute paths,
 * NUL bytes, very long names, other alphabets; and aliases of the existing `object`. `file` is its path below the data
 * directory.
 */
export function listTraversals(file: string, object: string): string[] {
  const climbs = dots.flatMap((dot) =>
    separators.flatMap((separator) =>
      depths.flatMap((depth) =>
        [file, "etc/passwd"].map((goal) => (dot + separator).repeat(depth) + goal.replaceAll("/", separator)),
      ),
    ),
  );
  const absolute = [
    "/etc/passwd",
    "//etc/passwd",
    "\\etc\\passwd",
    "%2fetc%2fpasswd",
    "/proc/self/environ",
    "/dev/zero",
  ];
  const elsewhere = [
    "file:///etc/passwd",
    "C:\\Windows\\win.ini",
    "\\\\?\\C:\\",
    "\\\\host\\share",
    "~/.ssh/id_rsa",
    "CON",
  ];
  const cut = ["\0", "%00", "\\0", "\n", "%0a", "\r\n", "\t", " "].flatMap((end) => [
    object + end,
    end + object,
    `../${file}${end}.mp3`,
    `${object}${end}/../../${file}`,
  ]);
  const long = ["a".repeat(5000), "../".repeat(2000) + file, "./".repeat(2000) + object, `${"a".repeat(300)}.mp3`];
  const alphabets = [
    `\u202e${object}`,
    `${object}\u0301`,
    object.replace(".", "\u3002"),
    object.replace(/[a-z]/, "\u0430"),
  ];
  const renamed = [`./${object}`, `${object}/`, `${object}/.`, `${object[0]}/${object}`, `${object[0]}/../${object}`];
  const odd = [
    "",
    ".",
    "..",
    "*",
    "?",
    "|id",
    "$(id)",
    "`id`",
    "'; --",
    "%",
    "%zz",
    object.toUpperCase(),
    `${object}.`,
  ];
  return [...climbs, ...absolute, ...elsewhere, ...cut, ...long, ...alphabets, ...renamed, ...odd];
}
