/** What Vietnamese banks make of a memo that holds a code. */
export const mangledMemos = (code: string): string[] => [
  `MBVCB.13818261042.5355BFTVG2.${code}.CT tu 0011001932418 NGUYEN VAN A toi 19001234567890 CONG TY VANG tai TCB GD 677798-060425 22:32:01`,
  `MBVCB.13818261043.6106BFTVG2.${code.slice(0, 4)} ${code.slice(4)}.CT tu 0011001932418 NGUYEN VAN A - Ngan hang TMCP Ngoai thuong Viet Nam`,
  `SHOP${code} GD 789604-040125 00:05:38`,
  code.toLowerCase(),
  `NGUYEN VAN A chuyen tien ${code}-CHUYEN TIEN-OQCH0004x6nF`,
  `BankAPINotify ${code} ${code}`,
];
