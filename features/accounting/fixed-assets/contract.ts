import * as z from 'zod/mini'
import { reportFormat } from '#core/contract/report-fields.ts'
import { tableReport } from '#features/accounting/books/table-report.ts'
import { postings } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import {
  day,
  id,
  listQuery,
  longText,
  naira,
  nairaAboveZero,
  nairaNotNegative,
  period,
  requiredText,
} from '#core/contract/fields.ts'
import { transactionStatuses } from '#features/savings/transactions/contract.ts'
import { fileFormats } from '#core/file-format.ts'
import type { AccountId, DepreciationRunId, FixedAssetId, TransactionId } from '#core/ids.ts'
import { assetStates } from './rules/words.ts'
import { koboMax } from '#core/money.ts'
import { lifeMonthsMax } from './rules/depreciation.ts'

const asset = z.object({
  assetId: id<FixedAssetId>(),
  /** As FA-00001. */
  number: z.string(),
  name: z.string(),
  accountId: id<AccountId>(),
  accountName: z.string(),
  boughtOn: day,
  cost: naira,
  salvage: naira,
  /** Null where it is not depreciated. */
  lifeMonths: z.nullable(z.number()),
  /** By now, with what was before the register. */
  accumulated: naira,
  bookValue: naira,
  /** The last month that is depreciated. */
  depreciatedThrough: z.nullable(period),
  state: z.enum(assetStates),
  /** The journal that bought it; null where it was in the books before. */
  transactionId: z.nullable(id<TransactionId>()),
  disposedOn: z.nullable(day),
  proceeds: z.nullable(naira),
})

export const listFixedAssets = endpoint({
  method: 'GET',
  path: '/financial/fixed-assets',
  summary:
    'The register of fixed assets: cost, depreciation and book value of each, beside what the accounts of the ledger say.',
  access: 'books.read',
  query: listQuery(['number', 'name', 'boughtOn', 'cost'], {
    state: z.optional(z.enum(assetStates, `Use one of ${assetStates.join(', ')}`)),
  }),
  kind: 'list',
  reply: asset,
  summaryReply: z.object({
    /** Of all that are in the books, whatever the list is narrowed to. */
    cost: naira,
    accumulated: naira,
    bookValue: naira,
    /** The classes, and last accumulated depreciation: what the register says, and what the ledger says. They differ where somebody posts beside the register. */
    accounts: z.array(
      z.object({
        accountId: id<AccountId>(),
        code: z.string(),
        name: z.string(),
        register: naira,
        ledger: naira,
        /** Whether an asset can have it as its class. */
        isClass: z.boolean(),
      }),
    ),
  }),
})

export const addFixedAsset = endpoint({
  method: 'POST',
  path: '/financial/fixed-assets',
  summary:
    'Puts an asset on the register. With `paidThrough` it is bought now: a journal from that account, which waits for approval where journals do. Without, it is in the books already.',
  access: 'transaction.record',
  says: ['money', 'Recorded a fixed asset'],
  changes: ['financial/depreciation', 'financial/fixed-assets', ...postings],
  body: z.strictObject({
    name: requiredText('Enter what it is', 120),
    /** Its class: an account of assets. */
    accountId: id<AccountId>(),
    boughtOn: day,
    cost: nairaAboveZero,
    salvage: z.optional(nairaNotNegative(koboMax)),
    /** Useful life in months; null where it is not depreciated. */
    lifeMonths: z.nullable(
      z
        .int(`Enter a whole number of months from 1 to ${lifeMonthsMax}`)
        .check(
          z.minimum(1, `Enter a whole number of months from 1 to ${lifeMonthsMax}`),
          z.maximum(lifeMonthsMax, `Enter a whole number of months from 1 to ${lifeMonthsMax}`),
        ),
    ),
    /** What was depreciated before the register, and the last month that is in it. */
    openingDepreciation: z.optional(nairaNotNegative(koboMax)),
    openingThrough: z.optional(period),
    paidThrough: z.optional(id<AccountId>()),
  }),
  reply: asset,
  status: 201,
  message: 'Asset recorded',
})

export const removeFixedAsset = endpoint({
  method: 'POST',
  path: '/financial/fixed-assets/:assetId/remove',
  summary:
    'Takes an asset off the register that was entered by mistake. One that was bought through the register is removed by the reversal of its purchase.',
  access: 'books.manage',
  says: ['money', 'Removed a fixed asset from the register'],
  changes: ['financial/depreciation', 'financial/fixed-assets', ...postings],
  params: z.object({ assetId: id<FixedAssetId>() }),
  body: z.strictObject({ reason: longText('Give the reason', 500) }),
  reply: z.object({ assetId: id<FixedAssetId>() }),
  message: 'Asset removed',
})

export const disposeOfFixedAsset = endpoint({
  method: 'POST',
  path: '/financial/fixed-assets/:assetId/dispose',
  summary:
    'Posts the sale or scrapping of an asset as one journal: its cost and depreciation go out, and what it brings above or below its book value is a gain or a loss.',
  access: 'transaction.decide',
  stepUp: true,
  says: ['money', 'Recorded the disposal of a fixed asset'],
  changes: ['financial/depreciation', 'financial/fixed-assets', ...postings],
  params: z.object({ assetId: id<FixedAssetId>() }),
  body: z.strictObject({
    occurredOn: day,
    proceeds: nairaNotNegative(koboMax),
    /** Where the proceeds came in; cash when left out. */
    paidThrough: z.optional(id<AccountId>()),
    reason: longText('Give the reason', 500),
  }),
  reply: z.object({
    transactionId: id<TransactionId>(),
    status: z.enum(transactionStatuses),
    entryNumber: z.nullable(z.number()),
    /** Above zero a gain, below zero a loss. */
    result: naira,
  }),
  status: 201,
  message: 'Disposal recorded',
})

const line = {
  assetId: id<FixedAssetId>(),
  number: z.string(),
  name: z.string(),
  accountName: z.string(),
  from: period,
  through: period,
  months: z.number(),
  amount: naira,
}
const lineSorts = ['number', 'amount'] as const

export const previewDepreciation = endpoint({
  method: 'GET',
  path: '/financial/depreciation/preview',
  summary: 'What depreciation of each asset is not posted yet, up to the end of a month.',
  access: 'books.read',
  says: ['files', 'Downloaded a preview of depreciation'],
  query: listQuery(lineSorts, { through: period, format: reportFormat }),
  kind: 'list',
  formats: fileFormats,
  reply: z.object(line),
  summaryReply: z.object({ through: day, assets: z.number(), amount: naira, approvals: z.number() }),
})

export const runDepreciation = endpoint({
  method: 'POST',
  path: '/financial/depreciation',
  summary:
    'Posts the depreciation of all assets up to the end of a month as one journal of its last day; each month of an asset once. It waits for approval where journals do. Where the amount is another than the one that was looked at, nothing is posted.',
  access: 'transaction.decide',
  says: ['money', 'Posted depreciation'],
  changes: ['financial/depreciation', 'financial/fixed-assets', ...postings],
  body: z.strictObject({ through: period, amount: naira }),
  reply: z.object({
    runId: id<DepreciationRunId>(),
    transactionId: id<TransactionId>(),
    status: z.enum(transactionStatuses),
    entryNumber: z.nullable(z.number()),
    amount: naira,
    assets: z.number(),
  }),
  status: 201,
  message: 'Depreciation recorded',
})

export const listDepreciation = endpoint({
  method: 'GET',
  path: '/financial/depreciation',
  summary:
    'The runs of depreciation, newest first. The journal of each is approved, rejected and reversed like any other.',
  access: 'books.read',
  query: listQuery(['through'], {}),
  kind: 'list',
  reply: z.object({
    runId: id<DepreciationRunId>(),
    transactionId: id<TransactionId>(),
    through: day,
    amount: naira,
    assets: z.number(),
    status: z.enum(transactionStatuses),
    entryNumber: z.nullable(z.number()),
    recordedBy: z.string(),
  }),
})

export const fixedAssetsReport = tableReport({
  name: 'fixed-assets',
  time: 'day',
  summary:
    'The assets on the register at the end of a day: cost, useful life, depreciation posted by then, and book value.',
  says: ['files', 'Downloaded the register of fixed assets'],
  links: { accountId: id<AccountId>() },
  filters: {},
  facts: {},
  order: 'number',
  columns: {
    number: { header: 'Number', kind: 'text', width: 12, sort: true },
    asset: { header: 'Asset', kind: 'text', sort: true },
    class: { header: 'Class', kind: 'text', width: 26 },
    boughtOn: { header: 'Bought on', kind: 'date', sort: true },
    lifeMonths: { header: 'Life in months', kind: 'number' },
    cost: { header: 'Cost', kind: 'money', sort: true },
    accumulated: { header: 'Depreciation', kind: 'money' },
    bookValue: { header: 'Book value', kind: 'money', sort: true },
  },
})
