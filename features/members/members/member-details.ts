import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import type { MemberId } from '#core/ids.ts'
import { day, id, instant, naira, period, requiredText } from '#core/contract/fields.ts'
import { memberRow } from './contract.ts'

/** A member's page. */
const memberDetails = z.extend(memberRow, {
  fixedDeposits: naira,
  /** Of the savings: what is to be paid out, dividends and what came in after the membership ended. */
  owed: naira,
  /** Who deducts from their salary, if somebody does. */
  employer: z.nullable(z.string()),
  /** What of their running loans is still to come back. */
  loans: naira,
  /** What is late by today: contributions of months that are over, and instalments of loans. */
  arrears: z.object({ contributions: naira, loans: naira }),
  /** Contributions from before `contributionsDueFrom`, brought forward as one sum. */
  arrearsBroughtForward: naira,
  /** When they were a member before, the first time first; who left and was readmitted has some. */
  earlierMemberships: z.array(z.object({ joinedOn: day, leftOn: day })),
  /** The record that stayed, where this one was a second one of the same person. */
  /** The closed records of the same person that were merged into this one. */
  mergedFrom: z.array(z.object({ memberId: id<MemberId>(), membershipno: z.string() })),
  mergedInto: z.nullable(z.object({ memberId: id<MemberId>(), membershipno: z.string(), name: z.string() })),
  /** How the login was proved: by a code that only the phone received, or by officers who saw the member; null while it was not. */
  loginProof: z.nullable(z.object({ how: z.enum(['phone', 'in_person']), by: z.nullable(z.string()), at: instant })),
  /** Who changed that for this member, newest first. */
  dueFromChanges: z.array(
    z.object({ dueFrom: period, arrears: naira, reason: z.string(), by: z.string(), at: instant }),
  ),
})

export const getMember = endpoint({
  method: 'GET',
  path: '/cooperatives/members/:id',
  summary: 'One member by id or by membership number, whole (its slash written %2F) or its last part alone.',
  access: 'member.read',
  keyScope: 'members.read',
  params: z.object({ id: requiredText('Give the member', 64) }),
  reply: memberDetails,
})
