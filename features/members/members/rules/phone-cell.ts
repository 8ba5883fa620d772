import { type Phone, phoneFrom } from '#core/phone.ts'

/**
 * A phone out of a spreadsheet, where Excel may have dropped the leading 0 or +, or kept an apostrophe.
 * Undefined when no reading gives a Nigerian mobile.
 */
export function phoneFromCell(text: string): Phone | undefined {
  const bare = text
    .trim()
    .replace(/^'/, '')
    .replaceAll(/[\s().-]/g, '')
  return phoneFrom(bare) ?? phoneFrom(`0${bare}`)
}

/** What clerks put between two numbers in one cell. */
const between = /[/,;&|]|\b(?:or|and)\b/i
const mobilesInARow = /(?:\+?234|0)?[789][01]\d{8}/g

/**
 * Every phone in a cell that may have several: "0803 123 4567 / 0802 555 1234", also with a comma, "or", a new line or only a
 * space between them. Undefined where any part of the cell is no Nigerian mobile.
 */
export function phonesFromCell(text: string): Phone[] | undefined {
  const phones: Phone[] = []
  for (const part of text.split(between)) {
    const found = phonesInPart(part)
    if (!found) return undefined
    phones.push(...found)
  }
  return [...new Set(phones)]
}

function phonesInPart(part: string): Phone[] | undefined {
  const bare = part
    .trim()
    .replace(/^'/, '')
    .replaceAll(/[\s().-]/g, '')
  if (bare === '') return []
  const one = phoneFromCell(bare)
  if (one) return [one]
  const several = bare.match(mobilesInARow) ?? []
  return several.join('') === bare ? several.flatMap((each) => phoneFromCell(each) ?? []) : undefined
}
