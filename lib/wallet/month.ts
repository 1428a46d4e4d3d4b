/** SQL for the month, `YYYY-MM` in Vietnam, that a moment counts towards. */
export const monthOf = (moment: string) => `to_char(${moment} AT TIME ZONE 'Asia/Ho_Chi_Minh', 'YYYY-MM')`;

/** The same for the day. */
export const dayOf = (moment: string) => `(${moment} AT TIME ZONE 'Asia/Ho_Chi_Minh')::date`;
