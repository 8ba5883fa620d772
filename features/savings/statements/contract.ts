import * as z from 'zod/mini'
import type { MemberId, StatementLinkId, TransactionId } from '#core/ids.ts'
import { pledgePurposes } from '#features/savings/pledges/rules/pledge.ts'
import { linkDays, statementKinds } from './rules/statement.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, naira, textOf } from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from '#features/society/configuration/strings.ts'

const format = z.optional(z.enum(['json', 'pdf'], strings.useJsonOrPdf))
/** The token of a link to the same figures, whose code the paper then carries. */
const check = z.optional(textOf(43, (text) => /^[A-Za-z0-9_-]{43}$/.test(text), strings.useTheEndOfThe))
const memberParams = z.object({ memberId: id<MemberId>() })
/** This month so far when left out. */
const query = z.object({ from: z.optional(day), to: z.optional(day), format, check })

const sums = z.object({ opening: naira, in: naira, out: naira, closing: naira })

const statement = z.object({
  society: z.string(),
  member: z.object({ id: id<MemberId>(), name: z.string(), membershipno: z.string() }),
  from: day,
  to: day,
  accounts: z.array(
    z.extend(sums, {
      /** Of a `loan` the figures are what is owed. */
      kind: z.enum(statementKinds),
      name: z.string(),
      lines: z.array(
        z.object({
          on: day,
          number: z.number(),
          receiptNumber: z.string(),
          description: z.string(),
          in: naira,
          out: naira,
          balance: naira,
        }),
      ),
    }),
  ),
  totals: z.object({ saved: sums, owed: sums }),
  /** What of the savings was pledged on the last day. */
  pledges: z.array(
    z.object({ kind: z.enum(pledgePurposes), account: z.string(), amount: naira, reason: z.string(), since: instant }),
  ),
})

export const getOwnStatement = endpoint({
  method: 'GET',
  path: '/member-portal/statement',
  summary:
    "The signed-in member's statement: what was on each account before the days, every movement in them, and what was after.",
  access: 'portal.read',
  says: ['files', 'Downloaded their own statement'],
  query,
  formats: ['pdf'],
  snapshotSeconds: 20,
  reply: statement,
})

export const getMemberStatement = endpoint({
  method: 'GET',
  path: '/financial/members/:memberId/statement',
  summary: "A member's statement, for the office.",
  access: 'member.read',
  says: ['files', "Downloaded a member's statement"],
  params: memberParams,
  query,
  formats: ['pdf'],
  snapshotSeconds: 20,
  reply: statement,
})

const transactionParams = z.object({ transactionId: id<TransactionId>() })

export const getReceipt = endpoint({
  method: 'GET',
  path: '/financial/transactions/:transactionId/receipt',
  summary: 'The receipt of a posted movement as a PDF, also of one on a loan, by its id. A member gets their own.',
  access: 'transaction.list',
  says: ['files', 'Downloaded a receipt'],
  params: transactionParams,
  query: z.object({ format: z.optional(z.enum(['pdf'], strings.usePdf)), check }),
  kind: 'file',
  reply: z.null(),
})

const link = z.object({
  id: id<StatementLinkId>(),
  kind: z.enum(['statement', 'receipt']),
  from: z.nullable(day),
  to: z.nullable(day),
  receiptNumber: z.nullable(z.string()),
  madeBy: z.string(),
  madeAt: instant,
  expiresAt: instant,
})

/** Either the days of a statement or the movement of a receipt. */
const linkBody = z
  .strictObject({
    from: z.optional(day),
    to: z.optional(day),
    transactionId: z.optional(id<TransactionId>()),
    days: z.union(
      linkDays.map((days) => z.literal(days)),
      fill(strings.useJoin, { join: linkDays.join(', ') }),
    ),
  })
  .check(
    z.refine(
      ({ from, to, transactionId }) =>
        transactionId === undefined ? from !== undefined && to !== undefined : from === undefined && to === undefined,
      { error: strings.giveTheFirstAndThe, path: ['from'] },
    ),
  )

const newLink = z.extend(link, {
  /** Shown this once: of its secret end only a hash is stored. */
  url: z.string(),
})

export const createOwnStatementLink = endpoint({
  method: 'POST',
  path: '/member-portal/statement-links',
  summary:
    'Makes a link under which anybody reads the figures of a statement or a receipt as they are now, without a login, until it expires or is withdrawn.',
  access: 'portal.ask',
  says: ['money', 'Shared their own statement'],
  changes: ['financial/members/:memberId/statement-links', 'member-portal'],
  needsProof: true,
  body: linkBody,
  reply: newLink,
  status: 201,
  message: 'Link made',
})

export const listOwnStatementLinks = endpoint({
  method: 'GET',
  path: '/member-portal/statement-links',
  summary: "The signed-in member's links that still open, newest first.",
  access: 'portal.read',
  reply: z.array(link),
})

const linkParams = z.object({ linkId: id<StatementLinkId>() })

export const withdrawOwnStatementLink = endpoint({
  method: 'DELETE',
  path: '/member-portal/statement-links/:linkId',
  summary: 'Withdraws a link: its page says so from then on.',
  access: 'portal.ask',
  says: ['money', 'Withdrew a link to their own statement'],
  changes: ['financial/members/:memberId/statement-links', 'member-portal'],
  params: linkParams,
  reply: z.null(),
  message: 'Link withdrawn',
})

export const createMemberStatementLink = endpoint({
  method: 'POST',
  path: '/financial/members/:memberId/statement-links',
  summary: 'The same for a member, by the office.',
  access: 'statement.share',
  says: ['money', "Shared a member's statement"],
  changes: ['financial/members/:memberId/statement-links', 'member-portal'],
  params: memberParams,
  body: linkBody,
  reply: newLink,
  status: 201,
  message: 'Link made',
})

export const listMemberStatementLinks = endpoint({
  method: 'GET',
  path: '/financial/members/:memberId/statement-links',
  summary: "A member's links that still open, newest first.",
  access: 'member.read',
  params: memberParams,
  reply: z.array(link),
})

export const withdrawMemberStatementLink = endpoint({
  method: 'DELETE',
  path: '/financial/members/:memberId/statement-links/:linkId',
  summary: 'Withdraws a link of a member.',
  access: 'statement.share',
  says: ['money', "Withdrew a link to a member's statement"],
  changes: ['financial/members/:memberId/statement-links', 'member-portal'],
  params: z.extend(memberParams, { linkId: id<StatementLinkId>() }),
  reply: z.null(),
  message: 'Link withdrawn',
})
