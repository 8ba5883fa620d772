/**
 * A number's digits as the sheet shows them: Excel stores 25000.3 as 25000.299999999999, and fifteen digits are all
 * that it means. Long numbers stay digits, without an exponent.
 */
export function plainNumber(stored: string): string {
  const value = Number(stored)
  if (stored.trim() === '' || !Number.isFinite(value)) return stored
  const [digits = '', exponent = '0'] = value.toPrecision(15).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const sign = whole.startsWith('-') ? '-' : ''
  const point = whole.replace('-', '').length + Number(exponent)
  const all = whole.replace('-', '') + fraction
  if (point > 40 || point < -20) return stored
  const left = point <= 0 ? '0' : all.slice(0, point).padEnd(point, '0')
  const right = (point <= 0 ? '0'.repeat(-point) + all : all.slice(point)).replace(/0+$/, '')
  const text = right ? `${left}.${right}` : left
  return /^0+$/.test(text) ? '0' : sign + text.replace(/^0+(?=\d)/, '')
}
