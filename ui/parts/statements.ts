import { queryOptions } from '@tanstack/react-query'
import {
  createMemberStatementLink,
  createOwnStatementLink,
  getMemberStatement,
  getOwnStatement,
  getReceipt,
  listMemberStatementLinks,
  listOwnStatementLinks,
  withdrawMemberStatementLink,
  withdrawOwnStatementLink,
} from '#features/savings/statements/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { Day } from '#core/calendar.ts'
import type { MemberId, StatementLinkId, TransactionId } from '#core/ids.ts'
import type { LinkDays } from '#features/savings/statements/rules/statement.ts'
import { call } from '#ui/api/call.ts'
import { download } from '#ui/api/download.ts'
import { keyOf } from '#ui/api/query.ts'

export type StatementLink = Replied<typeof listOwnStatementLinks>[number]
export type NewStatementLink = Replied<typeof createOwnStatementLink>

/** A member's statement and its links: their own where no member is named, as the portal asks. */
export const statements = {
  of: (memberId: MemberId | undefined, days: { from: Day; to: Day }) =>
    queryOptions({
      queryKey: memberId ? keyOf(getMemberStatement, { memberId, ...days }) : keyOf(getOwnStatement, days),
      queryFn: ({ signal }) =>
        memberId
          ? call(getMemberStatement, { memberId, ...days }, { signal })
          : call(getOwnStatement, days, { signal }),
    }),
  links: (memberId: MemberId | undefined) =>
    queryOptions({
      queryKey: memberId ? keyOf(listMemberStatementLinks, { memberId }) : keyOf(listOwnStatementLinks, {}),
      queryFn: ({ signal }) =>
        memberId
          ? call(listMemberStatementLinks, { memberId }, { signal })
          : call(listOwnStatementLinks, {}, { signal }),
    }),
}

export function makeLink(
  memberId: MemberId | undefined,
  wanted: { from: Day; to: Day; days: LinkDays },
  key: string,
): Promise<NewStatementLink> {
  return memberId
    ? call(createMemberStatementLink, { memberId, ...wanted }, { key })
    : call(createOwnStatementLink, wanted, { key })
}

export function withdrawLink(memberId: MemberId | undefined, linkId: StatementLinkId): Promise<null> {
  return memberId ? call(withdrawMemberStatementLink, { memberId, linkId }) : call(withdrawOwnStatementLink, { linkId })
}

/** The paper; with the address of a link, it carries its code. */
export async function statementFile(
  memberId: MemberId | undefined,
  days: { from: Day; to: Day },
  url?: string,
): Promise<File> {
  const wanted = { ...days, format: 'pdf' as const, ...(url && { check: url.split('/').at(-1) }) }
  return fileOf(
    await (memberId ? download(getMemberStatement, { memberId, ...wanted }) : download(getOwnStatement, wanted)),
    'statement.pdf',
  )
}

export async function receiptFile(transactionId: TransactionId): Promise<File> {
  return fileOf(await download(getReceipt, { transactionId }), 'receipt.pdf')
}

function fileOf({ blob, fileName }: { blob: Blob; fileName: string | undefined }, otherwise: string): File {
  return new File([blob], fileName ?? otherwise, { type: 'application/pdf' })
}
