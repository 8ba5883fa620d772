import { said } from '#core/said.ts'
/**
 * Texts about a person of which this and the column are all there is: the contract, the form, the pages of officers and of the
 * member and the columns of a file follow. A file's headings arrive folded, “job title” for “Job Title:”.
 */
export const personTexts = {
  occupation: {
    label: said('Occupation'),
    charactersMax: 80,
    headings: /^(?:occupation|profession|trade|job(?: title)?|designation)$/,
  },
} as const satisfies Record<string, { label: string; charactersMax: number; headings: RegExp }>
export type PersonText = keyof typeof personTexts
export const personTextNames = Object.keys(personTexts) as PersonText[]

/**
 * What a member's record holds as text that may be empty and that nothing is decided by. Registering, changing, reading and
 * erasing a member follow this list; the column of each in `app.member` is the same name in snake case.
 */
export const recordTexts = [
  'title',
  ...personTextNames,
  'formerNumber',
  'email',
  'address',
  'profilePicture',
  'nextOfKinFirstName',
  'nextOfKinLastName',
  'nextOfKinPhone',
  'nextOfKinEmail',
  'nextOfKinAddress',
  'nextOfKinRelationship',
] as const
export type RecordText = (typeof recordTexts)[number]
export type RecordTexts = Record<RecordText, string | null>

/** The texts as they will be: one that is not given stays as it was `before`, an empty one is emptied. */
export function filledTexts(
  given: { readonly [text in RecordText]?: string | null | undefined },
  before?: RecordTexts,
): RecordTexts {
  return Object.fromEntries(
    recordTexts.map((text) => [text, (given[text] === undefined ? before?.[text] : given[text]) || null]),
  ) as RecordTexts
}
