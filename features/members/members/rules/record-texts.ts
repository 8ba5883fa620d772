/**
 * What a member's record holds as text that may be empty and that nothing is decided by. Registering, changing, reading and
 * erasing a member follow this list; the column of each in `app.member` is the same name in snake case.
 */
export const recordTexts = [
  'title',
  'occupation',
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
