import * as z from 'zod/mini'
import type { LoanConfigurationId, TransactionId } from '#core/ids.ts'
import { lending } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { decimal } from '#core/contract/decimal.ts'
import { day, id, naira, period, whole } from '#core/contract/fields.ts'
import { recorded } from '#features/savings/transactions/contract.ts'

export const getLoanPortfolio = endpoint({
  method: 'GET',
  path: '/financial/loans/portfolio',
  summary:
    'Where all running loans together are today: by product, what is at risk, what should be set aside, and what this month should bring in.',
  access: 'loan.review',
  reply: z.object({
    asOf: day,
    products: z.array(
      z.object({
        loanConfigId: id<LoanConfigurationId>(),
        name: z.string(),
        loans: z.number(),
        outstanding: naira,
        overdue: naira,
      }),
    ),
    totals: z.object({ loans: z.number(), outstanding: naira, overdue: naira, overdueLoans: z.number() }),
    /** Loans that count as late because they were when they got new terms. */
    kept: z.object({ loans: z.number(), outstanding: naira }),
    /** The whole balance of loans of which anything is late for more than so many days, or was when they got new terms. */
    atRisk: z.array(z.object({ days: z.number(), loans: z.number(), outstanding: naira, percent: z.number() })),
    provisions: z.array(
      z.object({
        name: z.string(),
        from: z.number(),
        to: z.nullable(z.number()),
        percent: z.number(),
        loans: z.number(),
        outstanding: naira,
        provision: naira,
      }),
    ),
    /** What the books have set aside; `toPost` is what is missing, below zero where it is too much. */
    provision: z.object({
      built: naira,
      toPost: naira,
      /** A provision that waits for approval. */ waiting: z.nullable(id<TransactionId>()),
    }),
    /** Of the instalments that fall due this month. */
    thisMonth: z.object({ period, due: naira, paid: naira, owed: naira }),
  }),
})

const classes = z.object({
  /** The best first; `to` is null for the last. Their names are built in. */
  classes: z.array(z.object({ name: z.string(), from: z.number(), to: z.nullable(z.number()), percent: z.number() })),
})

export const getProvisionClasses = endpoint({
  method: 'GET',
  path: '/financial/provision-classes',
  summary:
    'From how many days late a loan is in each class, and what is set aside for it in percent of its balance. Until a cooperative sets its own they are those of the Central Bank of Nigeria for microfinance banks.',
  access: 'books.read',
  reply: classes,
})

export const updateProvisionClasses = endpoint({
  method: 'PUT',
  path: '/financial/provision-classes',
  summary: 'Replaces the classes of the provision for loan losses. With two or more officers it waits for another one.',
  access: 'configuration.update',
  says: ['settings', 'Changed the classes of the provision for loan losses'],
  changes: ['financial/loans', 'financial/provision-classes'],
  mayWait: true,
  body: z.strictObject({
    classes: z
      .array(z.strictObject({ from: whole(3650), percent: decimal(100) }), 'Send the five classes as a list')
      .check(z.minLength(5, 'Send the five classes'), z.maxLength(5, 'Send the five classes')),
  }),
  reply: classes,
  message: 'Classes of the provision changed',
})

export const postProvision = endpoint({
  method: 'POST',
  path: '/financial/loans/provision',
  summary:
    'Posts what is missing of the provision for loan losses on a day, or takes back what is too much, as one journal; it waits for approval where journals do.',
  access: 'transaction.record',
  says: ['loans', 'Posted the provision for loan losses'],
  changes: lending,
  body: z.strictObject({
    /** The day of the provision, and of its journal; today when left out. */
    on: z.optional(day),
  }),
  bodyBytesMax: 1024,
  reply: recorded,
  status: 201,
  message: 'Provision recorded',
})
