export type PersonName = { firstName: string; lastName: string }

const titles =
  'mr|mrs|ms|miss|mstr|dr|prof|professor|engr|arc|surv|barr|chief|alhaji|alhaja|alh|hajia|mallam|mal|hon|sir|madam|rev|pastor|pst|deacon|deaconess|dcn|evang|evangelist|comrade|comr'
const leadingTitle = new RegExp(String.raw`^(?:${titles})(?:\.\s*|\s+)`, 'i')
const titleInBrackets = new RegExp(String.raw`\s?\((?:${titles})\.?\)`, 'gi')
const trailingTitle = new RegExp(String.raw`,\s*(?:${titles})\.?$`, 'i')

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

/** Whether a heading says that the surname comes first: "Name (surname first)", "Surname and other names". */
export function saysSurnameFirst(heading: string): boolean {
  return /\b(?:surname|last name|family name)\b/i.test(heading)
}
