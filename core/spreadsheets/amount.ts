import { type Kobo, kobo, koboFromText, koboMax, moneyText } from '#core/money.ts'

const isShort = (text: string) => /[km]$/i.test(text.trim())

/** Without what people write around an amount on paper: N=5,000, 5,000/=, 5,000 naira. */
const bareOf = (text: string) =>
  text
    .trim()
    .replace(/^'/, '')
    .replace(/^N=/i, '')
    .replace(/(?:\/[=-]|\s?naira)$/i, '')
    .trim()

/** What Excel makes of a sum in binary fractions: 4999.999999999 and 15000.0000001 are whole kobo. */
function withoutResidue(text: string): string {
  const kobos = /^\d{1,12}\.\d{6,}$/.test(text) ? Number(text) * 100 : Number.NaN
  const whole = Math.round(kobos)
  if (!(Math.abs(kobos - whole) < 0.001)) return text
  return `${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

/** An amount of a file as people write it there, in full: 5k may be five thousand, and may be a slip. */
export function amountFromCell(text: string): Kobo | undefined {
  return isShort(text) ? undefined : koboFromText(withoutResidue(bareOf(text)))
}

const nothing =
  /^(?:(?:₦|ngn|n|#)?\s*[-–—.]+|(?:nill?|no|none|nothing|not|zero)(?: (?:paid|pay|payments?|contributions?|savings?|deductions?|deducted|amount))?|n\/?a|null|unpaid|did not pay)$/i

/** What people write for an amount of nothing: an empty cell, 0, –, ₦ -, NIL, nil paid. */
export function isNoAmount(text: string): boolean {
  const bare = text.trim().replace(/^'/, '').replaceAll(/\s+/g, ' ').trim()
  return bare === '' || nothing.test(bare) || signedAmount(bare) === 0n
}

export const amountProblem = 'Enter an amount in naira'

/** What is wrong with a cell that is no amount. */
export function amountProblemOf(text: string, otherwise = amountProblem): string {
  // With kobo behind the point, k is kobo.
  const isKobo = /\.\d\d ?k$/i.test(text.trim())
  const meant = isShort(text) ? koboFromText(isKobo ? bareOf(text).slice(0, -1) : bareOf(text)) : undefined
  return meant === undefined
    ? otherwise
    : isKobo
      ? `Write the amount without k, as ${moneyText(meant).replace('₦', '')}`
      : `Write the amount in full, as ${moneyText(meant).replace('₦', '').replace(/\.00$/, '')}`
}

/**
 * An amount as banks and payrolls write it: 1,234.50, -1,234.50, 1,234.50-, (1,234.50), 1,234.50 DR, CR 1,234.50,
 * ₦1,234.50, 1 234.50 NGN. Below zero with a minus on either side, in brackets, or as DR. Undefined for everything else: for
 * 1.234,50 and 1.2345E+3, which somebody else reads as another amount, for 5k, for signs that contradict each other, and
 * for fractions of a kobo.
 */
export function signedAmount(text: string): Kobo | undefined {
  let bare = text.trim().replace(/^'/, '').replace('−', '-').trim()
  const take = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(bare)?.[1]
    if (found !== undefined) bare = bare.replace(pattern, '').trim()
    return found?.toLowerCase()
  }
  const side = take(/^(cr|dr)\b\.?/i) ?? take(/(cr|dr)\.?$/i)
  take(/(ngn|naira)$/i)
  take(/(\/[=-])$/)
  take(/^(₦|ngn|n|#)\s*(?=[-+(])/i)
  const isBracketed = bare.startsWith('(') && bare.endsWith(')')
  if (isBracketed) bare = bare.slice(1, -1)
  const isMinusBehind = take(/(-)$/) !== undefined
  const amount = amountFromCell(bare)
  if (amount === undefined || amount > koboMax || amount < -koboMax) return undefined
  const minuses = [isBracketed, isMinusBehind, amount < 0n].filter(Boolean).length
  if (minuses > 1 || (side === 'cr' && minuses > 0)) return undefined
  return amount > 0n && (minuses > 0 || side === 'dr') ? kobo(-amount) : amount
}
