import * as z from 'zod/mini'
import type { EntryId, OpeningBalancesId, TransactionId } from '#core/ids.ts'
import { sheets } from './rules/sheets.ts'
import { vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, naira } from '#core/contract/fields.ts'

/** The most rows that a sheet of the workbook may have. */
export const openingRowsMax = 20_000
/** The most differences that are told at once; their number is always told. */
export const differencesMax = 100

const control = z.object({
  code: z.string(),
  name: z.string(),
  /** What its own sheet comes to: what members hold, and below zero what they owe. */
  sheet: naira,
  /** What the general ledger sheet says; below zero for a debit. */
  ledger: naira,
  difference: naira,
})

const openingBalances = z.object({
  id: id<OpeningBalancesId>(),
  asOf: day,
  fileName: z.string(),
  uploadedBy: z.string(),
  uploadedAt: instant,
  /** `unsigned`, then `pending` from the first signature on, then `approved`: in the books. */
  status: z.enum(['unsigned', 'pending', 'approved']),
  transactionId: z.nullable(id<TransactionId>()),
  entryId: z.nullable(id<EntryId>()),
  entryNumber: z.nullable(z.number()),
  /** Members who hold or owe something, and what they hold. */
  members: z.number(),
  held: naira,
  /** Running loans, and what of their principal is outstanding. */
  loans: z.number(),
  lent: naira,
  /** Fixed deposits, and their principal. */
  deposits: z.number(),
  deposited: naira,
  /** Fixed assets, and what they are worth in the books. */
  assets: z.number(),
  bookValue: naira,
  /** Payments that are held, and their sum. */
  unallocated: z.number(),
  unallocatedAmount: naira,
  /** Contributions that members owe from before that day; not in the books. */
  arrears: naira,
  debit: naira,
  credit: naira,
  difference: naira,
  controls: z.array(control),
  differences: z.array(
    z.object({
      sheet: z.nullable(z.enum(sheets)),
      row: z.nullable(z.number()),
      column: z.nullable(z.string()),
      message: z.string(),
    }),
  ),
  differencesTotal: z.number(),
  signatures: z.array(z.object({ by: z.string(), at: instant })),
  /** Whether the one who asks may sign now. */
  open: z.boolean(),
})

export const getOpeningBalances = endpoint({
  method: 'GET',
  path: '/financial/opening-balances',
  summary:
    "The balances from the society's old books: what the workbook says beside the register, and who has signed. Null before a workbook is read.",
  access: 'books.read',
  reply: z.nullable(openingBalances),
})

export const downloadOpeningWorkbook = endpoint({
  method: 'GET',
  path: '/financial/opening-balances/workbook',
  summary: "The workbook to fill in, with the society's own members, account types and chart.",
  access: 'books.read',
  says: ['files', 'Downloaded the workbook of opening balances'],
  kind: 'file',
  reply: z.unknown(),
})

export const uploadOpeningWorkbook = endpoint({
  method: 'POST',
  path: '/financial/opening-balances/:asOf/workbook',
  summary:
    'Reads the workbook in the field `file`: the sheets Members and General ledger, and where there are any the sheets Loans, Fixed deposits, Fixed assets and Held money, as at that day. Nothing is posted. It takes the place of one that no one has signed.',
  access: 'books.manage',
  says: ['books', 'Uploaded the opening balances'],
  changes: vouchers,
  params: z.object({ asOf: day }),
  upload: { bytesMax: 5 * 1024 * 1024 },
  reply: openingBalances,
  status: 201,
  message: 'Workbook read',
})

export const signOpeningBalances = endpoint({
  method: 'POST',
  path: '/financial/opening-balances/:openingBalancesId/sign',
  summary:
    'Signs balances that agree: first the officer who read the workbook, then another officer, whose signature posts all of them as one entry.',
  access: 'books.manage',
  stepUp: true,
  says: ['books', 'Signed the opening balances'],
  changes: vouchers,
  params: z.object({ openingBalancesId: id<OpeningBalancesId>() }),
  reply: openingBalances,
  message: 'Signed',
})
