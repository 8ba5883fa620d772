/** An amount of naira in kobo. Whole numbers only, so that no sum ever rounds. */
export type Kobo = bigint & { readonly unit: 'kobo' }

/** The most that one posting may move: a trillion naira, far above any society and far below where sums overflow. */
export const koboMax = 100_000_000_000_000n as Kobo

export const zeroKobo = 0n as Kobo

export function kobo(amount: bigint | number | string): Kobo {
  return BigInt(amount) as Kobo
}

export function sumKobo(amounts: Iterable<Kobo>): Kobo {
  let sum = 0n
  for (const amount of amounts) sum += amount
  return sum as Kobo
}

export function negate(amount: Kobo): Kobo {
  return -amount as Kobo
}

export function subtract(from: Kobo, amount: Kobo): Kobo {
  return (from - amount) as Kobo
}

/**
 * Reads naira as people and spreadsheets write it: "25000", "25,000.50", "₦1,234.5", "25k", "1.5m".
 * Undefined for anything else, more than two decimals of naira included, and 1.500, which is also how others write 1,500.
 */
export function koboFromText(text: string): Kobo | undefined {
  // A space of any kind may stand between the thousands, as a comma may.
  const match =
    /^([-+])?(?:₦|NGN|N|#)?\s*(\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+|\d{1,15})(?:\.(\d+))?\s*([km])?$/i.exec(
      text.trim().replace('−', '-'),
    )
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', scale] = match
  const shift = 2 + (scale ? (scale.toLowerCase() === 'k' ? 3 : 6) : 0)
  if (/[1-9]/.test(fraction.slice(shift))) return undefined
  if (!scale && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return undefined
  const digits = whole.replaceAll(/[,\s]/g, '') + fraction.slice(0, shift).padEnd(shift, '0')
  const amount = BigInt(digits)
  return (sign === '-' ? -amount : amount) as Kobo
}

/** Naira as a JSON number; its shortest decimal text is read, so that binary fractions never meet money. */
export function koboFromNaira(naira: number): Kobo | undefined {
  const match = /^(-)?(\d{1,21})(?:\.(\d{1,2}))?$/.exec(String(naira))
  if (!match) return undefined
  const [, minus, whole = '', fraction = ''] = match
  const amount = BigInt(whole + fraction.padEnd(2, '0'))
  return (minus ? -amount : amount) as Kobo
}

/** "25000.50": naira with two decimals, for CSV, spreadsheets and JSON numbers. */
export function nairaText(amount: Kobo): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function nairaNumber(amount: Kobo): number {
  return Number(nairaText(amount))
}

/** ₦1,234.50, and −₦25,000.00 with a true minus: money in a sentence. */
export function moneyText(amount: Kobo): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '−' : ''}₦${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`
}

/** 1234567 as 1,234,567. */
export function grouped(digits: string): string {
  const first = digits.length % 3 || 3
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(',')
}
