import { personTitles } from '#core/person-titles.ts'

export type PersonName = { firstName: string; lastName: string }

const leadingTitle = new RegExp(String.raw`^(?:${personTitles})(?:\.\s*|\s+)`, 'i')
const titleInBrackets = new RegExp(String.raw`\s?\((?:${personTitles})\.?\)`, 'gi')
const trailingTitle = new RegExp(String.raw`,\s*(?:${personTitles})\.?$`, 'i')

/**
 * Splits a name out of one column. "Okafor, Adaeze" and columns headed "Surname first" begin with the surname,
 * everything else with the first name. A part that is not there is empty.
 */
export function splitFullName(text: string, surnameFirst: boolean): PersonName {
  const bare = withoutTitles(text)
  const comma = bare.indexOf(',')
  if (comma !== -1) return { firstName: withoutTitles(bare.slice(comma + 1)), lastName: bare.slice(0, comma).trim() }
  const [first = '', ...rest] = bare.split(/\s+/)
  return surnameFirst ? { firstName: rest.join(' '), lastName: first } : { firstName: first, lastName: rest.join(' ') }
}

function withoutTitles(text: string): string {
  let bare = text.replaceAll(titleInBrackets, '').replace(trailingTitle, '').trim()
  while (leadingTitle.test(bare)) bare = bare.replace(leadingTitle, '')
  return bare.trim()
}

/** The title with which a name begins or ends, as it is written in full: "Alh. Musa Bello" is an Alhaji. */
export function titleOf(text: string): string | undefined {
  const [, found] =
    new RegExp(String.raw`^(${personTitles})(?:\.\s*|\s+)`, 'i').exec(text.trim()) ??
    new RegExp(String.raw`[,(]\s*(${personTitles})\.?\s*\)?`, 'i').exec(text) ??
    []
  return found === undefined ? undefined : titleInFull(found)
}

const fullTitles: Record<string, string> = {
  alh: 'Alhaji',
  prof: 'Professor',
  pst: 'Pastor',
  dcn: 'Deacon',
  evang: 'Evangelist',
  comr: 'Comrade',
  mal: 'Mallam',
}

/** One form for each title, whatever its case and with or without its full stop. */
export function titleInFull(text: string): string {
  const bare = text.trim().replace(/\.$/, '')
  const word = bare.toLowerCase()
  return (
    fullTitles[word] ??
    (new RegExp(`^(?:${personTitles})$`).test(word) ? word.charAt(0).toUpperCase() + word.slice(1) : bare)
  )
}

/** Whether a heading says that the surname comes first: "Name (surname first)", "Surname and other names". */
export function saysSurnameFirst(heading: string): boolean {
  return /\b(?:surname|last name|family name)\b/i.test(heading)
}
