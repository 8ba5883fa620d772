import type { assignMembers as contract } from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { repeatsOf } from '#domain/society/imports/repeats.ts'
import { Refusal, refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { membershipFromCell } from '#domain/members/members/membership-cell.ts'
import { findEmployer, findMembersByNumber, findStaffNumbers, type NamedMember } from './queries.ts'
import { type Employment, upsertEmployments } from './store.ts'

type Row = Parsed<typeof contract>['rows'][number]

/**
 * Assigns members to an employer, all or none, with everything that is wrong told at once.
 * Refuses: member_unknown, member_named_twice, staff_number_taken.
 */
export async function assignMembers(
  tx: Tx,
  actor: TenantActor,
  { employerId, rows }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  await findEmployer(tx, employerId)
  const numbers = rows.flatMap(({ membershipno }) => membershipFromCell(membershipno)?.number ?? [])
  const members = new Map((await findMembersByNumber(tx, numbers)).map((member) => [member.number, member]))
  const named = rows.map((row) => ({ row, member: memberOf(row, members) }))
  const taken = await findStaffNumbers(
    tx,
    employerId,
    rows.map(({ staffNumber }) => staffNumber),
  )
  const [first, ...rest] = [
    ...repeated(rows, 'membershipno'),
    ...repeated(rows, 'staffNumber'),
    ...unknownOf(named),
    ...takenOf(named, taken),
  ]
  if (first) throw new Refusal(first.code, first.detail, rest.slice(0, 100))

  // From here on it must succeed.
  const today = dayIn(now)
  const employments = named.flatMap(({ row, member }): Employment[] =>
    member
      ? [
          {
            memberId: member.memberId,
            staffNumber: row.staffNumber,
            from: row.from ?? today,
            shares: row.shares ?? null,
          },
        ]
      : [],
  )
  await upsertEmployments(tx, actor.cooperativeId, employerId, employments)
  return { assigned: employments.length }
}

/** The member of this cooperative: a number with another cooperative's id in front is no one's here. */
function memberOf({ membershipno }: Row, members: ReadonlyMap<number, NamedMember>): NamedMember | undefined {
  const read = membershipFromCell(membershipno)
  const found = read && members.get(read.number)
  return found && (read.coopId === undefined || found.membershipno.startsWith(`${read.coopId}/`)) ? found : undefined
}

const fieldOf = (index: number, name: keyof Row) => `rows.${index}.${name}`

function repeated(rows: readonly Row[], name: 'membershipno' | 'staffNumber'): Refusal[] {
  const keys = rows.map((row, number) => ({ number, skipped: false, key: row[name].trim().toLowerCase() }))
  return repeatsOf(keys).flatMap((other, index) =>
    other === undefined || other > index
      ? []
      : [new Refusal('member_named_twice', { field: fieldOf(index, name), number: rows[index]?.[name] ?? '' })],
  )
}

function unknownOf(named: readonly { row: Row; member: NamedMember | undefined }[]): Refusal[] {
  return named.flatMap(({ member }, index) =>
    member ? [] : [new Refusal('member_unknown', { field: fieldOf(index, 'membershipno') })],
  )
}

function takenOf(
  named: readonly { row: Row; member: NamedMember | undefined }[],
  taken: Awaited<ReturnType<typeof findStaffNumbers>>,
): Refusal[] {
  const holders = new Map(taken.map((each) => [each.staffNumber, each]))
  return named.flatMap(({ row, member }, index) => {
    const holder = holders.get(row.staffNumber)
    if (!holder || !member || holder.memberId === member.memberId) return []
    return [
      new Refusal('staff_number_taken', {
        field: fieldOf(index, 'staffNumber'),
        number: row.staffNumber,
        name: holder.name,
      }),
    ]
  })
}

/** One staff number, for one member. */
export async function refuseTakenNumber(
  tx: Tx,
  employerId: Parsed<typeof contract>['employerId'],
  staffNumber: string,
  memberId: string,
): Promise<void> {
  const [holder] = await findStaffNumbers(tx, employerId, [staffNumber])
  if (holder && holder.memberId !== memberId)
    refuse('staff_number_taken', { field: 'staffNumber', number: staffNumber, name: holder.name })
}
