/** A number with at most two decimals in hundredths (percent in basis points), read from its shortest decimal text; undefined for any other. */
export function hundredths(value: number): number | undefined {
  return wholeOf(value, 2)
}

/** A percentage with at most four decimals in millionths of the whole: 9.4822 is 94,822; undefined for any other. */
export function millionths(percent: number): number | undefined {
  return wholeOf(percent, 4)
}

function wholeOf(value: number, decimals: number): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,4}))?$/.exec(String(value)) ?? []
  return whole === undefined || fraction.length > decimals ? undefined : Number(whole + fraction.padEnd(decimals, '0'))
}
