import type { Permission } from '#core/actor.ts'
import type { MemberId } from '#core/ids.ts'
import type { Likeness } from '#features/members/members/rules/register.ts'

export const importKinds = ['members', 'contributions'] as const
export type ImportKind = (typeof importKinds)[number]

/** What an officer needs who works on an import of this kind. */
export const importPermissions: Record<ImportKind, Permission> = {
  members: 'member.create',
  contributions: 'contribution.post',
}

/** mapping: columns are still to be matched; checked: every cell has been looked at; posting; posted; failed. */
export const importStatuses = ['mapping', 'checked', 'posting', 'posted', 'failed'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** A field that a column of the file may fill. */
export type ImportField = { name: string; label: string; required: boolean }

/** What is wrong with a row; without a column where the whole row is meant. */
export type RowProblem = {
  column: number | null
  message: string
  /** The phone is another row's or member's too, which is in order where they share it. */ isSamePhone?: true
  /** The date is known to the year or the month alone, which is in order once somebody chose its day. */
  isPartDay?: true
}

/** Who the person of a row may be already: a member, or somebody in another row of the file. */
export type RowDouble = { why: Likeness; memberId: MemberId } | { why: Likeness; row: number }

/** Of members who have paid for the month already: only what is more than earlier files brought, only what is more than they have paid in any way, or all of it on top. */
export const recordings = ['files', 'paid', 'all'] as const
export type Recording = (typeof recordings)[number]

/** Which field each column fills; null leaves the column out. */
export type Mapping = readonly (string | null)[]
