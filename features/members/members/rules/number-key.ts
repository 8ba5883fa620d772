/** By what two numbers are the same: without case, blanks, or zeros that a number cell of a spreadsheet lost in front. */
export function numberKey(number: string): string {
  return number
    .toLowerCase()
    .replaceAll(/\s+/g, '')
    .replace(/\.0+$/, '')
    .replace(/^0+(?=\d)/, '')
}
