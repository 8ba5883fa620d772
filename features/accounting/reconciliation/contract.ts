import * as z from 'zod/mini'
import type { AccountId, BankLineId, BankMatchId, EntryId, MemberId, StatementId, TransactionId } from '#core/ids.ts'
import { dashboards } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { leftOut } from '#core/contract/left-out.ts'
import { leftOutReasons } from '#core/spreadsheets/left-out.ts'
import { day, id, instant, lengthAtMost, listQuery, naira } from '#core/contract/fields.ts'
import { lineProposal } from './recorded-lines.ts'

/** The most lines that one statement may have. */
export const statementLinesMax = 20_000

const accountParams = z.object({ accountId: id<AccountId>() })

const bankAccount = z.object({
  accountId: id<AccountId>(),
  code: z.string(),
  name: z.string(),
  /** The last day of its latest statement; null before the first. */
  asOf: z.nullable(day),
  /** Lines on the statement alone, and pairs that no one has confirmed. */
  openLines: z.number(),
  proposals: z.number(),
})

export const listBankAccounts = endpoint({
  method: 'GET',
  path: '/financial/reconciliation',
  summary: 'The cash and bank accounts of the chart, each with how far it is reconciled.',
  access: 'books.read',
  reply: z.array(bankAccount),
})

const statement = z.object({
  id: id<StatementId>(),
  fileName: z.string(),
  from: day,
  to: day,
  opening: naira,
  closing: naira,
  lines: z.number(),
  /** Rows and cells that were corrected by hand. */
  corrections: z.number(),
  uploadedBy: z.string(),
  uploadedAt: instant,
})

/** The bank's balance, led to the books' by what each of them does not know yet; amounts that went out are below zero. */
const figures = z.object({
  asOf: day,
  statement: naira,
  deposits: naira,
  depositsCount: z.number(),
  payments: naira,
  paymentsCount: z.number(),
  /** Statement, deposits and payments together. */
  expected: naira,
  books: naira,
  difference: naira,
  /** On the statement and not in the books, which explains a difference. */
  notInBooks: naira,
  notInBooksCount: z.number(),
  unexplained: naira,
})

export const getReconciliation = endpoint({
  method: 'GET',
  path: '/financial/reconciliation/:accountId',
  summary:
    'The reconciliation statement of an account at the end of its latest bank statement, and the statements that were read.',
  access: 'books.read',
  params: accountParams,
  reply: z.extend(bankAccount, {
    matched: z.number(),
    setAside: z.number(),
    figures: z.nullable(figures),
    statements: z.array(statement),
  }),
})

const heading = z
  .string('Name a column')
  .check(lengthAtMost(200, 'At most 200 letters'), z.minLength(1, 'Name a column'))
const maybeHeading = z.nullable(heading)
const dayOrder = z.enum(['day', 'month'], 'Use day or month')

/** Which column of the bank's file is what; money is in two columns or, signed, in one. */
const statementHeadings = {
  on: heading,
  narration: heading,
  paidOut: maybeHeading,
  paidIn: maybeHeading,
  amount: maybeHeading,
  /** Says of each line whether it is DR or CR, where the amount has no sign. */
  side: z.optional(maybeHeading),
  balance: heading,
  /** Which number comes first in 03/04/2026. */
  dayOrder: z.optional(dayOrder),
}

/** The most rows and cells of one file that are corrected by hand. */
export const correctionsMax = 200

const rowNumber = z.int('Use the number of a row')
const rowNumbers = z.optional(
  z.array(rowNumber, 'Send a list').check(z.maxLength(correctionsMax, `Correct at most ${correctionsMax} rows`)),
)

/** Lines of which the same is said, by row; each with the stored line that it is or is not, where it may be one of another day. */
const answers = z.optional(
  z
    .array(z.strictObject({ row: rowNumber, line: z.nullable(id<BankLineId>()) }), 'Send a list')
    .check(z.maxLength(statementLinesMax, `Answer at most ${statementLinesMax}`)),
)

/** What a person says of a file that its bank has written otherwise; rows by their number, columns from 0. */
const corrections = {
  columns: z.optional(z.strictObject(statementHeadings)),
  /** Rows that are no lines. */
  leaveOut: rowNumbers,
  /** Rows that are lines although they look like notes or totals. */
  takeBack: rowNumbers,
  cells: z.optional(
    z
      .array(
        z.strictObject({
          row: rowNumber,
          column: z.int('Use the place of a column, from 0'),
          value: z.string('Use text').check(lengthAtMost(300, 'Use 300 characters or fewer')),
        }),
        'Send a list',
      )
      .check(z.maxLength(correctionsMax, `Correct at most ${correctionsMax} cells`)),
  ),
  /** Rows that may be lines that are here already, and are: the bank has moved them, or a file before had them. */
  known: answers,
  /** Rows that may be lines that are here already, and are others. */
  fresh: answers,
  /** Rows whose figures differ from what the lines come to, which are all here. */
  differ: rowNumbers,
  /** Which line of a day is on top, where the balances fit both ways. */
  lineOrder: z.optional(z.enum(['oldest', 'newest'], 'Use oldest or newest')),
}
const correctionsBytesMax = 2 * 1024 * 1024
const statementFile = { bytesMax: 5 * 1024 * 1024 }

const lineRead = z.object({
  row: z.number(),
  on: day,
  narration: z.string(),
  amount: naira,
  balance: naira,
  /** It is there already, from this file or another. */
  isKnown: z.boolean(),
})

export const readStatement = endpoint({
  method: 'POST',
  path: '/financial/reconciliation/:accountId/statements/read',
  summary:
    'Reads a bank statement as `POST …/statements` does, with the same file and the same corrections in the field `body`, and stores nothing: what it comes to, what is wrong with which row, what is left out, and a page of its lines.',
  access: 'reconciliation.manage',
  readsOnly: true,
  params: accountParams,
  upload: statementFile,
  body: z.strictObject({
    ...corrections,
    /** Which page of its lines; where none is named, the first and the last of them. */
    page: z.optional(z.int('Use a whole number').check(z.minimum(1, 'Begin with 1'))),
    /** Rows that are answered with all their cells although nothing is wrong with them. */
    open: rowNumbers,
  }),
  bodyBytesMax: correctionsBytesMax,
  reply: z.object({
    /** The columns of the file and what each is taken for. */
    columns: z.array(
      z.object({
        heading: z.string(),
        field: z.nullable(z.enum(['on', 'narration', 'paidOut', 'paidIn', 'amount', 'side', 'balance'])),
      }),
    ),
    dayOrder,
    /** Why it can't be read at all: columns that it lacks. */
    missing: z.nullable(z.string()),
    /** Its dates make sense with the month first only and are read so, or both ways where the bank's last file had the month first; `columns.dayOrder` answers. */
    asksOrder: z.boolean(),
    /** What it begins with read with the oldest and with the newest line of a day on top, where both fit; `lineOrder` answers. */
    lineOrders: z.nullable(z.object({ oldest: naira, newest: naira })),
    /** The number of the account that the file names, where none is known of this one: it is kept with the statement. */
    accountNumber: z.nullable(z.string()),
    lines: z.number(),
    known: z.number(),
    /** Of the known lines those that are here on another day, which the bank has moved. */
    moved: z.number(),
    /** Of the known lines those that an earlier file lacked, or that were set aside: they are open again. */
    back: z.number(),
    from: z.nullable(day),
    to: z.nullable(day),
    opening: naira,
    moneyIn: naira,
    moneyOut: naira,
    closing: naira,
    /** The statement before, where this one does not begin with what that one ended with. */
    before: z.nullable(z.object({ to: day, closing: naira })),
    /** How many lines of its days are here and not in it, and were in each file before, with the first of them: the bank has taken them back, or lines are missing. */
    absent: z.nullable(z.object({ lines: z.number(), on: day, narration: z.string(), amount: naira })),
    /** What the file says in its details and totals, and its lines don't come to; `differ` says of those that are not accepted that the lines are all here. */
    differences: z.array(
      z.object({
        row: z.number(),
        kind: z.enum(['opening', 'closing', 'paidOut', 'paidIn', 'amount']),
        said: naira,
        read: naira,
        isAccepted: z.boolean(),
      }),
    ),
    page: z.array(lineRead),
    pages: z.number(),
    /** Rows to correct, those that were corrected and those that were asked for, the first of them. */
    rows: z.array(
      z.object({
        row: z.number(),
        cells: z.array(z.string()),
        problems: z.array(z.object({ column: z.nullable(z.number()), message: z.string() })),
        /** The line before the one whose balance does not follow. */
        isBefore: z.boolean(),
        /** It may be a line that is here already: one of these, the likeliest first, or, where there are none, one of its own day. `answer` is what was said of it. */
        doubt: z.nullable(
          z.object({
            on: day,
            stored: z.array(z.object({ id: id<BankLineId>(), on: day, narration: z.string(), amount: naira })),
            answer: z.nullable(z.enum(['known', 'fresh'])),
          }),
        ),
        /** What its corrected cells were in the file. */
        was: z.array(z.object({ column: z.number(), text: z.string() })),
      }),
    ),
    rowsWithProblems: z.number(),
    /** The rows that may be a stored line each and wait for an answer, with the likeliest one; the first of them. */
    pairs: z.array(z.object({ row: z.number(), line: id<BankLineId>() })),
    /** What was said in `known` and `fresh` and is not asked about any more: it is used for nothing. */
    unused: z.array(z.object({ row: z.number(), line: z.nullable(id<BankLineId>()) })),
    /** Rows that are no lines, the first of them, each with why: null where it is left out by hand. */
    leftOut: z.array(z.object({ row: z.number(), why: z.nullable(z.enum(leftOutReasons)), text: z.string() })),
    rowsLeftOut: z.number(),
  }),
})

export const uploadStatement = endpoint({
  method: 'POST',
  path: '/financial/reconciliation/:accountId/statements',
  summary:
    'Reads a bank statement from an Excel, CSV, OFX or MT940 file in the field `file`: date, narration, debit and credit, or an amount that is signed or has DR or CR beside it, balance. Lines that are there already are left out, and matches are proposed. A file that needs corrections is read by `…/statements/read` before, and both have them in the field `body`.',
  access: 'reconciliation.manage',
  says: ['books', 'Uploaded a bank statement'],
  changes: ['financial/reconciliation', ...dashboards],
  params: accountParams,
  upload: statementFile,
  body: z.strictObject({
    ...corrections,
    /** What it was shown to come to: a file that now comes to anything else is refused. */
    shown: z.optional(z.strictObject({ lines: z.int('Use a whole number'), opening: naira, closing: naira })),
  }),
  bodyBytesMax: correctionsBytesMax,
  reply: z.object({
    added: z.number(),
    known: z.number(),
    /** Of the known lines those that the bank has moved to another day. */
    moved: z.number(),
    proposed: z.number(),
    /** What the statement began and ended with. */
    opening: naira,
    closing: naira,
    /** Rows of the file that are no lines. */
    leftOut,
  }),
  status: 201,
  message: 'Statement read',
})

export const listStatementCorrections = endpoint({
  method: 'GET',
  path: '/financial/reconciliation/:accountId/statements/:statementId/corrections',
  summary: 'What was corrected, left out, taken back and said by hand before a statement was stored.',
  access: 'books.read',
  params: z.object({ accountId: id<AccountId>(), statementId: id<StatementId>() }),
  reply: z.array(
    z.object({
      row: z.number(),
      kind: z.enum(['cell', 'left_out', 'taken_back', 'known', 'moved', 'another', 'figure']),
      /** The column; null for a whole row. */
      heading: z.nullable(z.string()),
      was: z.string(),
      became: z.nullable(z.string()),
    }),
  ),
})

export const saveStatementHeadings = endpoint({
  method: 'PUT',
  path: '/financial/reconciliation/:accountId/columns',
  summary: 'Says once for all statements of this account which column of the bank is what.',
  access: 'reconciliation.manage',
  says: ['books', 'Set the columns of a bank statement'],
  changes: ['financial/reconciliation', ...dashboards],
  params: accountParams,
  body: z.strictObject(statementHeadings),
  reply: z.object(statementHeadings),
  message: 'Columns kept',
})

const entryOnAccount = z.object({
  entryId: id<EntryId>(),
  number: z.number(),
  on: day,
  description: z.string(),
  amount: naira,
})
const bankLine = z.object({
  id: id<BankLineId>(),
  on: day,
  narration: z.string(),
  amount: naira,
  balance: naira,
  /** What it is in the books, as proposed or as confirmed. */
  match: z.nullable(
    z.object({ id: id<BankMatchId>(), confirmedBy: z.nullable(z.string()), entries: z.array(entryOnAccount) }),
  ),
  /** What was recorded from an open line and waits for approval: it is matched once that is given. */
  waiting: z.nullable(z.object({ transactionId: id<TransactionId>(), by: z.string() })),
  /** Of an open line that came in: the members who may have paid it, the likeliest first, each with the reason in words. */
  suggestions: z.array(
    z.object({ memberId: id<MemberId>(), name: z.string(), membershipno: z.string(), why: z.string() }),
  ),
  /** The statement of its day that was read later and lacks it. */
  missingFrom: z.nullable(z.object({ fileName: z.string(), readAt: instant })),
  /** Who has set it aside, because the bank has taken it back. */
  setAside: z.nullable(z.object({ by: z.string(), at: instant })),
  /** What of an open line is posted already as a part of it, where another part was rejected. */
  recorded: naira,
  /** Of an open line: what it is by a rule, to be recorded with one click. */
  proposal: z.nullable(lineProposal),
})

export const listBankLines = endpoint({
  method: 'GET',
  path: '/financial/reconciliation/:accountId/lines',
  summary:
    'The lines of the bank: on the statement alone (`open`), `proposed` as an entry, `matched`, or set `aside`. Open lines that came in suggest the members who may have paid.',
  access: 'books.read',
  params: accountParams,
  query: listQuery(['on', 'amount'], {
    show: z.optional(z.enum(['open', 'proposed', 'matched', 'aside'], 'Use open, proposed, matched or aside')),
  }),
  kind: 'list',
  reply: bankLine,
})

export const listOpenEntries = endpoint({
  method: 'GET',
  path: '/financial/reconciliation/:accountId/entries',
  summary:
    'What the books moved on the account and no statement shows, from the first statement on. An entry and its reversal cancel out.',
  access: 'books.read',
  params: accountParams,
  query: listQuery(['on', 'amount'], {
    /** Only money that came in, or that went out. */ side: z.optional(z.enum(['in', 'out'], 'Use in or out')),
  }),
  kind: 'list',
  reply: entryOnAccount,
})

export const proposeMatches = endpoint({
  method: 'POST',
  path: '/financial/reconciliation/:accountId/proposals',
  summary: 'Pairs open lines with open entries of the same amount within five days.',
  access: 'reconciliation.manage',
  says: ['books', 'Proposed matches with the bank statement'],
  changes: ['financial/reconciliation', ...dashboards],
  params: accountParams,
  reply: z.object({ proposed: z.number() }),
})

export const getReconciliationPaper = endpoint({
  method: 'GET',
  path: '/financial/reconciliation/:accountId/paper',
  summary:
    'The reconciliation statement at the end of the latest bank statement as a PDF to sign, with the deposits in transit, the unpresented payments and the lines that are not in the books.',
  access: 'books.read',
  says: ['files', 'Downloaded a reconciliation statement'],
  params: accountParams,
  kind: 'file',
  reply: z.null(),
})

const some = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item, 'Send a list').check(z.maxLength(200, 'Name at most 200'))

export const matchLines = endpoint({
  method: 'POST',
  path: '/financial/reconciliation/:accountId/matches',
  summary: 'Says that these lines are these entries. Both sides have to come to the same amount.',
  access: 'reconciliation.manage',
  says: ['books', 'Matched lines of the bank statement'],
  changes: ['financial/reconciliation', ...dashboards],
  params: accountParams,
  body: z.strictObject({
    lineIds: some(id<BankLineId>()).check(z.minLength(1, 'Name at least one line')),
    entryIds: some(id<EntryId>()).check(z.minLength(1, 'Name at least one entry')),
  }),
  reply: z.object({ id: id<BankMatchId>() }),
  status: 201,
  message: 'Matched',
})

export const confirmMatches = endpoint({
  method: 'POST',
  path: '/financial/reconciliation/:accountId/confirm',
  summary: 'Confirms proposed matches, all of them when none is named.',
  access: 'reconciliation.manage',
  says: ['books', 'Confirmed matches with the bank statement'],
  changes: ['financial/reconciliation', ...dashboards],
  params: accountParams,
  body: z.strictObject({ matchIds: z.optional(some(id<BankMatchId>())) }),
  reply: z.object({ confirmed: z.number() }),
  message: 'Confirmed',
})

export const undoMatch = endpoint({
  method: 'POST',
  path: '/financial/reconciliation/:accountId/matches/:matchId/undo',
  summary: 'Takes a match back, or a proposal away; both sides are open again. The books are not touched.',
  access: 'reconciliation.manage',
  says: ['books', 'Removed a match with the bank statement'],
  changes: ['financial/reconciliation', ...dashboards],
  params: z.object({ accountId: id<AccountId>(), matchId: id<BankMatchId>() }),
  reply: z.object({ id: id<BankMatchId>() }),
  message: 'Match undone',
})

const lineParams = z.object({ accountId: id<AccountId>(), lineId: id<BankLineId>() })

export const setLineAside = endpoint({
  method: 'POST',
  path: '/financial/reconciliation/:accountId/lines/:lineId/aside',
  summary:
    'Says of a line that a later statement of its day lacks that the bank has taken it back: it is no open line any more, in the reconciliation and in the closing of the year. What it was matched with is undone before.',
  access: 'reconciliation.manage',
  says: ['books', 'Set a line of the bank statement aside'],
  changes: ['financial/reconciliation', 'financial/year-closings', ...dashboards],
  params: lineParams,
  reply: z.object({ id: id<BankLineId>() }),
  message: 'Line set aside',
})

export const reopenLine = endpoint({
  method: 'POST',
  path: '/financial/reconciliation/:accountId/lines/:lineId/aside/undo',
  summary: 'Opens a line that was set aside again.',
  access: 'reconciliation.manage',
  says: ['books', 'Reopened a line of the bank statement'],
  changes: ['financial/reconciliation', 'financial/year-closings', ...dashboards],
  params: lineParams,
  reply: z.object({ id: id<BankLineId>() }),
  message: 'Line open again',
})
