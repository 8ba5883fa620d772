import { setImmediate } from 'node:timers/promises'
import type { RowDouble } from '#features/society/imports/rules/import.ts'
import { type Listed, Lookalikes } from '#features/members/members/rules/lookalikes.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findPeople } from '#features/members/register/server/reads.ts'
import { type CheckedMember, rowsPerTurn } from './check-member-rows.ts'

/** As many as help to decide. */
const doublesMax = 3

type Somebody = Listed & {
  is: { memberId: Awaited<ReturnType<typeof findPeople>>[number]['memberId'] } | { row: number }
}

/**
 * Says of each row that is not left out who it may be already: a member, or the person of an earlier row. What an officer
 * said of a row is as long as no one comes up whom they had not seen.
 */
export async function findDoubles(tx: Tx, checked: readonly CheckedMember[]): Promise<CheckedMember[]> {
  const known = new Lookalikes<Somebody>()
  for (const { memberId, ...person } of await findPeople(tx)) known.add({ ...person, is: { memberId } })
  const judged: CheckedMember[] = []
  for (const one of checked) {
    if (judged.length % rowsPerTurn === 0) await setImmediate()
    const { row, person } = one
    const doubles = row.skipped
      ? []
      : known.of(person, doublesMax).map(({ why, person: { is } }): RowDouble => ({ why, ...is }))
    const seen = new Set(row.doubles.map(keyOf))
    judged.push({
      ...one,
      row: {
        ...row,
        doubles,
        isAnother: row.isAnother && doubles.length > 0 && doubles.every((double) => seen.has(keyOf(double))),
      },
    })
    // The same phone in two rows is a problem of the rows already.
    if (!row.skipped) known.add({ ...person, phone: undefined, is: { row: row.number } })
  }
  return judged
}

function keyOf(double: RowDouble): string | number {
  return 'memberId' in double ? double.memberId : double.row
}
