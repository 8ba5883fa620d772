import { type MemberSelection, selectedMax } from '#features/members/register/member-selection.ts'
import { exportMembers as contract } from '#features/members/register/contract.ts'
import { roleName } from '#core/actor.ts'
import { dayText } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'
import { capital, memberFilterInWords } from '#features/members/members/rules/filter-in-words.ts'
import { type RegisterColumn, registerColumnNames } from '#features/members/members/rules/register.ts'
import { action } from '#platform/action.ts'
import type { Tx } from '#platform/db/tx.ts'
import { refuseTooManyRows, rowsMax } from '#platform/files/rows-max.ts'
import { findSocietyName } from '#platform/db/find-society-name.ts'
import { newId } from '#platform/db/id.ts'
import { insert, json } from '#platform/db/write.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { draftTable } from '#platform/files/table-draft.ts'
import { type FileRow, findEmployerName, listForFile } from './reads.ts'

const kobo = (amount: bigint) => amount as Kobo

const columnOf: Record<RegisterColumn, TableColumn<FileRow>> = {
  membershipno: { header: registerColumnNames.membershipno, kind: 'text', width: 18, value: (row) => row.membershipno },
  name: { header: registerColumnNames.name, kind: 'text', value: (row) => `${row.firstName} ${row.lastName}` },
  phone: {
    header: registerColumnNames.phone,
    kind: 'text',
    width: 16,
    value: (row) => [row.phone, row.otherPhone].filter(Boolean).join(' / '),
  },
  email: { header: registerColumnNames.email, kind: 'text', value: (row) => row.email },
  gender: { header: registerColumnNames.gender, kind: 'text', width: 10, value: (row) => capital(row.gender) },
  joined: { header: registerColumnNames.joined, kind: 'date', value: (row) => row.registrationDate },
  employer: { header: registerColumnNames.employer, kind: 'text', width: 22, value: (row) => row.employer },
  monthly: { header: registerColumnNames.monthly, kind: 'money', width: 14, value: (row) => kobo(row.monthly) },
  savings: { header: registerColumnNames.savings, kind: 'money', width: 16, value: (row) => kobo(row.savings) },
  shares: { header: registerColumnNames.shares, kind: 'money', width: 16, value: (row) => kobo(row.shares) },
  loans: { header: registerColumnNames.loans, kind: 'money', width: 16, value: (row) => kobo(row.loans) },
  status: {
    header: registerColumnNames.status,
    kind: 'text',
    width: 12,
    value: (row) =>
      [
        capital(row.status),
        ...row.roles.filter((role) => role !== 'member').map((role) => roleName(role).toLowerCase()),
      ].join(', '),
  },
}

/** The register as it is shown, all pages of it, and a line of the trail. Refuses: not_found, file_rows_too_many. */
export const exportMembers = action(
  contract,
  async ({ tx, actor, today, context }, { members, format, sort, columns }) => {
    const rows = await listForFile(tx, members, sort, today, Math.max(rowsMax[format], selectedMax))
    refuseTooManyRows(rows.length, format)
    const found = await wordsOf(tx, members)
    await insert(tx, 'audit.event', {
      ...{ eventId: newId(), loginId: actor.loginId, actorName: actor.name, role: actor.role },
      ...{ action: 'POST /members/export', requestId: context.requestId },
      // By which words it was found, and how much it was.
      detail: json({ rows: rows.length, format, columns, ...members }),
    })
    const head = {
      society: await findSocietyName(tx),
      title: 'Register of members',
      lines: [
        ...found,
        `${rows.length} ${rows.length === 1 ? 'member' : 'members'} on ${dayText(today)}. Amounts in naira (₦).`,
      ],
    }
    return draftTable({
      format,
      fileName: `members-${today}`,
      sheet: 'Members',
      head,
      columns: [...new Set(columns)].map((name) => columnOf[name]),
      rows,
    })
  },
)

async function wordsOf(tx: Tx, members: MemberSelection): Promise<string[]> {
  if ('ids' in members) return ['Chosen one by one']
  const { employer } = members.filter
  const words = memberFilterInWords(members.filter, employer ? ((await findEmployerName(tx, employer)) ?? '') : '').map(
    ({ text }) => text,
  )
  return words.length === 0 ? [] : [words.join(' · ')]
}
