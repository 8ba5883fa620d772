import { Refusal } from '#core/refusal.ts'
import type { MemberStatus } from './member.ts'

/** `mergedInto`: the number of the record into which this one of the same person was merged. */
export type ActiveFacts = { name: string; status: MemberStatus; mergedInto?: string | null | undefined }

/** Why nothing is recorded for a member who is not active, with what to do instead; undefined where they are. */
export function whyNotActive({ name, status, mergedInto }: ActiveFacts, field = 'memberId'): Refusal | undefined {
  if (mergedInto) return new Refusal('member_merged', { field, name, number: mergedInto })
  switch (status) {
    case 'active':
      return undefined
    case 'inactive':
      return new Refusal('member_not_active', { field, name })
    case 'left':
      return new Refusal('member_left', { field, name })
    case 'deceased':
      return new Refusal('member_deceased', { field, name })
  }
}
