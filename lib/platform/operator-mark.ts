import { env } from "./env";

/** Who runs this installation, as its public pages say, and the path of their logo if there is one. */
export const operatorMark = (): { name: string; logo: string | null } => ({
  name: env.VANG_OPERATOR_NAME,
  logo: env.VANG_OPERATOR_LOGO ? "/operator-logo" : null,
});
