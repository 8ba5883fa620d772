import type { NomineePerson } from '#features/members/members/rules/nominee.ts'

/** All that a second officer has to compare with the papers: “Ada Obi, wife, +234…, ada@example.ng, 1 Broad Street”. */
export function describeNominee({
  firstName,
  lastName,
  relationship,
  phone,
  email,
  address,
}: {
  [Field in keyof NomineePerson]?: NomineePerson[Field] | undefined
}): string {
  return [[firstName, lastName].filter(Boolean).join(' '), relationship, phone, email, address]
    .filter(Boolean)
    .join(', ')
}
