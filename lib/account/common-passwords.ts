/** The worst of the worst among passwords long enough to be accepted, lower case. */
const common = new Set(
  `12345678 123456789 1234567890 0123456789 987654321 0987654321 11111111 111111111 00000000 88888888 99999999 66668888
  11223344 12341234 123123123 1q2w3e4r 1qaz2wsx qwertyui qwertyuiop qwerty123 asdfghjk asdfghjkl zxcvbnm1 password
  password1 password12 password123 passw0rd p@ssw0rd p@ssword iloveyou sunshine princess football baseball trustno1
  superman welcome1 admin123 administrator abcd1234 abc12345 a1234567 a12345678 anhyeuem emyeuanh anhyeuem1 matkhau1
  matkhau123 matkhau12 matkhau1234 khongbiet khongcopass vietnam1 vietnam123 yeuem123 123456aa 123456789a 123456abc
  hanoi123 saigon123 sieunhan conmeocon`.split(/\s+/),
);

/** Whether guessing starts with this password. A short list: it stops the worst, it is no breach check. */
export const isCommonPassword = (password: string): boolean =>
  common.has(password.toLowerCase()) || new Set(password).size < 3;
