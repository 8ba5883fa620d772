/** A number with at most two decimals in hundredths (percent in basis points), read from its shortest decimal text; undefined for any other. */
export function hundredths(value: number): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(String(value)) ?? []
  return whole === undefined ? undefined : Number(whole + fraction.padEnd(2, '0'))
}
