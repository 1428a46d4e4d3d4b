export const maskPayer = ({ name, account }: { name: string; account: string }): string => {
  const initials = name.split(/\s+/).flatMap((word) => (word ? [`${[...word][0]}.`] : []));
  return [...initials, ...(account ? [`…${account.slice(-4)}`] : [])].join(" ");
};
