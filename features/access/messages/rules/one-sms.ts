import { smsParts, smsText } from './sms-text.ts'

const lengths = [60, 48, 40, 32, 28, 24, 20, 16, 12]

/** The text that `write` makes, its names cut as far as it takes to be one SMS; short ones stay whole. */
export function oneSms(write: (short: (name: string) => string) => string): string {
  const texts = lengths.map((most) =>
    write((name) => (name.length <= most ? name : `${name.slice(0, most - 3).trimEnd()}...`)),
  )
  return texts.find((text) => smsParts(smsText(text)) === 1) ?? texts.at(-1) ?? ''
}
