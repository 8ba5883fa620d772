/** +234 and ten digits: the one form in which phones are stored and sent. */
export type Phone = string & { readonly form: 'e164' }

const nigerianMobile = /^(?:\+234|234|0)([789][01]\d{8})$/
const international = /^\+234\d{10}$/
const anyNigerian = /^(?:\+234|234|0)(\d{10})$/

/** A Nigerian mobile in the forms that the specification names (+234…, 234… or 0…, spaces removed and nothing else), or undefined. */
export function phoneFrom(text: string): Phone | undefined {
  const subscriber = nigerianMobile.exec(text.replaceAll(/\s/g, ''))?.[1]
  return subscriber ? (`+234${subscriber}` as Phone) : undefined
}

/**
 * The phone by which somebody names an account, spaces removed. Members may have lines that are not
 * mobiles, so any ten digits will do.
 */
export function accountPhoneFrom(text: string): Phone | undefined {
  const subscriber = anyNigerian.exec(text.replaceAll(/\s/g, ''))?.[1]
  return subscriber ? (`+234${subscriber}` as Phone) : undefined
}

/** The strict form of the member rules: +234 and exactly ten digits. */
export function isInternationalPhone(text: string): text is Phone {
  return international.test(text)
}

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
