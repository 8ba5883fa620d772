import { useState } from 'react'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { MemberSelection } from '#features/members/register/member-selection.ts'
import type { createMember } from '#features/members/members/member-changes.ts'
import type { listMemberViews } from '#features/members/register/contract.ts'
import { exportMembers, findSimilarMembers } from '#features/members/register/contract.ts'
import type { FileFormat } from '#core/file-format.ts'
import { call } from '#ui/api/call.ts'
import { saveDownload } from '#ui/save-download.ts'

export type MemberView = Replied<typeof listMemberViews>[number]
export type SimilarMember = Replied<typeof findSimilarMembers>[number]

/** Members that something is to be done to, and how many they are. */
export type Chosen = { members: MemberSelection; count: number }

type Person = Parsed<typeof createMember>

/** Looks for members who may be the person that is being added; `look` goes on where there is none. */
export function useSimilarMembers() {
  const [found, setFound] = useState<{ person: Person; members: readonly SimilarMember[] }>()
  const [isLooking, setLooking] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const forget = () => {
    setFound(undefined)
    setError(null)
  }
  async function look(person: Person, goOn: () => void) {
    forget()
    setLooking(true)
    try {
      const { firstName, lastName, phone, dateOfBirth } = person
      const members = await call(findSimilarMembers, {
        firstName,
        lastName,
        phone,
        ...(dateOfBirth ? { dateOfBirth } : {}),
      })
      if (members.length === 0) goOn()
      else setFound({ person, members })
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)))
    } finally {
      setLooking(false)
    }
  }
  return { found, isLooking, error, forget, look: (person: Person, goOn: () => void) => void look(person, goOn) }
}

export type Export = Omit<Parsed<typeof exportMembers>, 'format'>

/** Exactly these members in these columns as a file of the browser's downloads. */
export async function saveRegister(input: Export, format: FileFormat): Promise<void> {
  await saveDownload(exportMembers, { ...input, format }, `members.${format}`)
}
