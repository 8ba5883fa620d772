import type { Kobo } from './money.ts'

const below20 = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion']

/** "One hundred and twenty thousand, five hundred naira and fifty kobo", as it is written on a cheque. Never below zero. */
export function amountInWords(amount: Kobo): string {
  if (amount < 0n) throw new RangeError('An amount in words is not below zero')
  const [naira, rest] = [amount / 100n, Number(amount % 100n)]
  const parts = [
    ...(naira > 0n || rest === 0 ? [`${wholeInWords(naira)} naira`] : []),
    ...(rest > 0 ? [`${hundredsInWords(rest)} kobo`] : []),
  ]
  const words = parts.join(' and ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function wholeInWords(whole: bigint): string {
  if (whole === 0n) return 'zero'
  const groups: { count: number; scale: string }[] = []
  for (let rest = whole, index = 0; rest > 0n; rest /= 1000n, index += 1)
    groups.unshift({ count: Number(rest % 1000n), scale: scales[index] ?? '' })
  const told = groups
    .filter(({ count }) => count > 0)
    .map(({ count, scale }) => `${hundredsInWords(count)}${scale && ` ${scale}`}`)
  // What is left below a hundred is joined by "and", as a hundred is within its own group.
  const last = groups.at(-1)?.count ?? 0
  return last > 0 && last < 100 && told.length > 1
    ? `${told.slice(0, -1).join(', ')} and ${told.at(-1)}`
    : told.join(', ')
}

/** 1 to 999. */
function hundredsInWords(count: number): string {
  const [hundreds, rest] = [Math.floor(count / 100), count % 100]
  const head = hundreds > 0 ? `${below20[hundreds]} hundred` : ''
  return [head, rest > 0 ? tensInWords(rest) : ''].filter(Boolean).join(' and ')
}

function tensInWords(count: number): string {
  if (count < 20) return below20[count] ?? ''
  const [ten, one] = [Math.floor(count / 10), count % 10]
  return one === 0 ? (tens[ten] ?? '') : `${tens[ten]}-${below20[one]}`
}
