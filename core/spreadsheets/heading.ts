import { foldForSearch } from '#core/searching.ts'

/** Small letters and digits, words apart by one space. */
export function foldWords(text: string): string {
  return foldForSearch(text)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** Small letters, words apart by one space, without units: "Monthly Savings (NGN)" becomes "monthly savings". */
export function foldHeading(heading: string): string {
  return foldForSearch(heading.replaceAll(/([a-z])([A-Z])/g, '$1 $2'))
    .replaceAll(/[^a-z0-9&#]+/g, ' ')
    .replaceAll(/\bn o k\b/g, 'nok')
    .replaceAll(/(?<=\S )(?:ngn|naira|n|s)(?= |$)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** By what two files have the same headings: without case, signs and units. */
export function headingsKey(columns: readonly string[]): string {
  return columns.map(foldHeading).join('\n')
}
