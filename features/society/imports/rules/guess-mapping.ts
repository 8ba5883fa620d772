import { foldHeading } from '#core/spreadsheets/heading.ts'
import { personTextNames, personTexts } from '#features/members/members/rules/record-texts.ts'
import { neededWith } from './fields.ts'
import type { ImportKind } from './import.ts'

/** A field and the headings that mean it, the surest first. Headings arrive folded: "phone no" for "Phone No.". */
type Guess = readonly [field: string, heading: RegExp]

const number = '(?:no|nos|num|number|numb|#)'
const phoneWords = String.raw`(?:(?:mobile |active |personal |home )?(?:tele)?phone(?: ${number})?|gsm(?: ${number})?|tel(?: ${number})?|mobile(?: ${number})?|cell(?:phone)?(?: ${number})?|whatsapp(?: ${number})?|contact ${number}|contact|line)`

const bankWords = '(?:(?:members? )?bank(?:ing|ers?)?(?: details?| information)? )?'

const memberWords = '(?:member(?:s|ship)?|mbr|mem|coop(?:erative)?|reg(?:istration)?)'
const staffHeading = new RegExp(`^(?:staff|employee|ippis|service|pf|payroll|oracle|psn) ?(?:${number}|id|code)$`)
/** Numbers of the books that a society kept before. */
const oldBookWords = `(?:(?:file|ledger|card) ?(?:${number}|id|code)|(?:ledger )?folio(?: ${number})?|pass ?book(?: ${number})?)`

const fullName =
  /^(?:full ?names?|names?|member(?:s|ship)? names?|names? of members?|name in full|(?:full ?)?names? surname first|surname(?: and| &|,)? (?:first|other) ?names?|surname first ?name(?: other ?names?)?)$/
const lastName = /^(?:sur ?name|last ?name|family name|l ?name)$/
const firstName = /^(?:first ?name|f ?name|given names?|forename|christian name)$/
const otherNames = /^(?:other ?names?|middle ?names?|others)$/

const memberGuesses: readonly Guess[] = [
  ['title', /^(?:title|salutation|prefix)$/],
  ['bankAccountNumber', new RegExp(`^${bankWords}(?:(?:account|acct?|a c|acc) ?${number}|nuban(?: ${number})?)$`)],
  [
    'bankAccountName',
    new RegExp(`^${bankWords}(?:(?:account|acct?|a c|acc) ?name|name (?:of|on) (?:the )?(?:account|acct))$`),
  ],
  [
    'bankName',
    /^(?:bank(?:ers?)?(?: name)?|name of (?:the )?bank|bank(?:ing)? (?:details?|information) (?:bank(?: name)?|name(?: of bank)?))$/,
  ],
  ['staffNumber', staffHeading],
  [
    'formerNumber',
    new RegExp(`^(?:old |former |previous )?(?:(?:${memberWords}|society) ?(?:${number}|id|code)|${oldBookWords})$`),
  ],
  [
    'employer',
    /^(?:employers?(?: name)?|name of employer|place of work|work ?place|organi[sz]ation|company|mda|ministry|establishment|employed by)$/,
  ],
  ['fullName', fullName],
  ['lastName', lastName],
  ['firstName', firstName],
  ['otherNames', otherNames],
  [
    'otherPhone',
    new RegExp(
      `^(?:(?:other|alternat(?:iv)?e|alt|second|secondary|2nd) (?:${phoneWords}|numbers?)|${phoneWords} ?(?:2|two|ii))$`,
    ),
  ],
  ['phone', new RegExp(`^(?:member(?:s)? )?${phoneWords}(?: ?(?:1|one|i))?$`)],
  ['email', /^(?:e ?mail(?: address| id)?)$/],
  ['dateOfBirth', /^(?:d ?o ?b|(?:date of )?birth(?: ?date| ?day)?|birth ?day)$/],
  ['gender', /^(?:gender|sex)$/],
  ['maritalStatus', /^(?:marital(?: status)?|marriage status)$/],
  ...personTextNames.map((name): Guess => [name, personTexts[name].headings]),
  ['employmentStatus', /^(?:employment(?: status)?|work status)$/],
  [
    'registrationDate',
    /^(?:(?:date )?(?:joined|of joining|registered|of registration|of membership|admitted|of admission)|(?:registration|joining|membership|admission|join|reg|entry|enrolment|enrollment) date|d ?o ?j|member since)$/,
  ],
  [
    'monthlyContributions',
    /^(?:(?:monthly|mthly|month) (?:savings?|contributions?|deductions?|dues|amount|thrift|pledge)(?: amount)?|savings? (?:per month|monthly)|contributions?(?: amount| per month| monthly)?|thrift)$/,
  ],
  ['address', /^(?:(?:home|residential|house|contact|permanent|postal)? ?address|residence)$/],
]

const relativeGuesses: readonly Guess[] = [
  ['FirstName', /^first ?name$/],
  ['LastName', /^(?:sur ?name|last ?name)$/],
  ['Phone', new RegExp(`^${phoneWords}$`)],
  ['Email', /^e ?mail(?: address)?$/],
  ['Address', /^(?:home |contact )?address$/],
  ['Relationship', /^(?:relationship|relation|rel)$/],
  ['FullName', /^(?:|full ?names?|names?)$/],
]

const contributionGuesses: readonly Guess[] = [
  ['membershipno', new RegExp(`^${memberWords} ?(?:${number}|id|code)$`)],
  // Each kind of number is a field of its own: staff number 42 is not member 42.
  [
    'formerNumber',
    new RegExp(
      `^(?:(?:old|former|previous) (?:(?:${memberWords}|society) ?)?(?:${number}|id|code)|(?:(?:old|former|previous) )?${oldBookWords})$`,
    ),
  ],
  ['staffNumber', staffHeading],
  ['phone', new RegExp(`^(?:member(?:s)? )?${phoneWords}$`)],
  ['name', fullName],
  ['name', lastName],
  ['otherNames', firstName],
  ['otherNames', otherNames],
  [
    'amount',
    /^(?:(?:total )?amount(?: paid| deducted| saved| contributed)?|amt(?: paid)?|total(?: paid| deducted| savings| contributions?)?|(?:monthly |mthly )?(?:contributions?|savings?|deductions?|thrift|payment)(?: amount)?|paid|naira)$/,
  ],
  [
    'accountType',
    /^(?:(?:account|acct|savings?|product|contribution) ?type|type of (?:account|savings?)|account|product|type)$/,
  ],
]

const relatives = [
  ['nextOfKin', /\b(?:next of kin(?:s)?|n ?o ?k|kin)\b/],
  ['nominee', /\b(?:nominees?|beneficiar(?:y|ies))\b/],
] as const

/** Which field each heading most likely means; null where it means none or another column means it more surely. */
export function guessMapping(kind: ImportKind, columns: readonly string[]): (string | null)[] {
  const headings = columns.map(foldHeading)
  const mapping: (string | null)[] = columns.map(() => null)
  const place = (field: string, heading: RegExp, read: (text: string) => string | undefined) => {
    if (mapping.includes(field)) return
    const column = headings.findIndex((text, index) => mapping[index] === null && heading.test(read(text) ?? '\n'))
    if (column !== -1) mapping[column] = field
  }
  const guesses = kind === 'members' ? memberGuesses : contributionGuesses
  const ofRelative = (text: string) => relatives.some(([, words]) => words.test(text))
  for (const [field, heading] of guesses) place(field, heading, (text) => (ofRelative(text) ? undefined : text))
  if (kind === 'contributions') return mapping
  for (const [prefix, words] of relatives) {
    for (const [part, heading] of relativeGuesses)
      place(`${prefix}${part}`, heading, (text) => (words.test(text) ? withoutRelative(text, words) : undefined))
  }
  return mapping.map((field) => onlyNameLeft(field, mapping))
}

/** A guess without columns that are nothing alone: an employer without staff numbers, staff numbers of one of several employers, a bank without account numbers. */
export function withoutHalves(
  mapping: readonly (string | null)[],
  { oneEmployer }: { oneEmployer: boolean },
): (string | null)[] {
  const has = (field: string) => mapping.includes(field)
  return mapping.map((field) => {
    if (field === 'staffNumber') return has('employer') || oneEmployer ? field : null
    return field === null || (neededWith[field] ?? []).every(has) ? field : null
  })
}

/** "Surname | Other names": where nothing else is the first name, the other names are. */
function onlyNameLeft(field: string | null, mapping: readonly (string | null)[]): string | null {
  return field === 'otherNames' && !mapping.includes('firstName') && !mapping.includes('fullName') ? 'firstName' : field
}

/** What a heading says about the relative: "phone" of "Phone of next of kin" and "Next of kin's phone". */
function withoutRelative(heading: string, words: RegExp): string {
  return heading
    .replace(words, ' ')
    .replaceAll(/\b(?:of|to|with|the|s)\b/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
