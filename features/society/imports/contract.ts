import * as z from 'zod/mini'
import type { AccountId, AccountTypeId, ImportId, MemberId } from '#core/ids.ts'
import { importKinds, importStatuses, recordings } from './rules/import.ts'
import { leftOutReasons } from '#core/spreadsheets/left-out.ts'
import { partDayChoices } from './rules/part-day.ts'
import { memberStatuses } from '#features/members/members/rules/member.ts'
import { likenesses } from '#features/members/members/rules/register.ts'
import { dashboards, people, vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { columnsUnread, totalsThatDiffer } from '#core/contract/file-figures.ts'
import { day, id, instant, lengthAtMost, listQuery, naira, period } from '#core/contract/fields.ts'

/** The most rows that one file may have under its heading. */
export const importRowsMax = 20_000

export const importSummary = z.object({
  id: id<ImportId>(),
  kind: z.enum(importKinds),
  fileName: z.string(),
  status: z.enum(importStatuses),
  /** The file's headings, in its order. */
  columns: z.array(z.string()),
  /** Which field each column fills; null leaves the column out. Guessed from the headings at first. */
  mapping: z.array(z.nullable(z.string())),
  /** Whether that is the mapping of the last file with the same headings. */
  columnsRemembered: z.boolean(),
  fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
  rows: z.number(),
  rowsSkipped: z.number(),
  /** Rows without a member: titles above the headings, repeated headings, totals, notes and signatures. They are not counted in `rows` until an officer takes them back. */
  rowsLeftOut: z.number(),
  rowsWithProblems: z.number(),
  /** Rows without problems whose person may be a member already, or are in the file twice, and of which no one has said that it is another. */
  rowsWithDoubles: z.number(),
  /** Rows with problems whose phone is another's too. */
  rowsWithSamePhone: z.number(),
  /** Payments with a member’s number and somebody else’s name; the number decides. */
  rowsWithOtherNames: z.number(),
  /** Fields that the mapping still lacks. */
  missingFields: z.array(z.string()),
  /** Sum of the amounts of rows that will be posted; null for members. */
  total: z.nullable(naira),
  /** Rows that `total` is the sum of. */
  payments: z.number(),
  /** Rows of members who paid nothing, which are not recorded. */
  rowsUnpaid: z.number(),
  /**
   * Payments whose members have paid into that account for that month already: how much, of it by earlier files and by employers who
   * have deducted it and not paid it over yet, and what these payments come to; by what `records` compares with, what is more in them, and
   * how many have less. `voucher` has most of them, and came from `fileName` where it was a file. `lastChoice` is what an officer chose
   * for the last file of that month and account that was asked about and is not reversed.
   */
  paidBefore: z.nullable(
    z.object({
      payments: z.number(),
      paid: naira,
      inFiles: naira,
      deducted: naira,
      deductedBy: z.array(z.string()),
      all: naira,
      difference: naira,
      less: z.number(),
      voucher: z.nullable(z.number()),
      fileName: z.nullable(z.string()),
      lastChoice: z.nullable(z.object({ records: z.enum(recordings), fileName: z.string() })),
    }),
  ),
  /** Which of the two is recorded of these; null where an officer has still to say so. */
  records: z.nullable(z.enum(recordings)),
  /** The month that a title, the sheet or the file is named after, and whether that is another than `period`. */
  namedMonth: z.nullable(z.object({ text: z.string(), period, isOther: z.boolean() })),
  columnsUnread,
  /** Rows whose total is another than the sum of its parts in the same row. */
  sumsThatDiffer: z.array(z.object({ row: z.number(), heading: z.string(), says: naira, sum: naira })),
  totalsThatDiffer,
  period: z.nullable(period),
  occurredOn: z.nullable(day),
  accountTypeId: z.nullable(id<AccountTypeId>()),
  /** The society's cash or bank account that the money came to; cash in hand when null. */
  paidThrough: z.nullable(id<AccountId>()),
  /** Members who are not skipped and have no date of joining in the file, and the day that is used for them; today when null. */
  rowsWithoutJoining: z.number(),
  joinedOn: z.nullable(day),
  /** Rows in which a date is known to the year or month alone, and which day is used for such dates; they are problems until it is chosen. */
  rowsWithPartDays: z.number(),
  partDays: z.nullable(z.enum(partDayChoices)),
  /** Rows with a date whose year has two digits: the one of either century in which somebody may have been born, or joined. */
  rowsWithShortYears: z.number(),
  /** Employers whom the file names and who are not known yet; they are created with the members where `createsEmployers` says so. */
  employersUnknown: z.array(z.string()),
  createsEmployers: z.boolean(),
  /** Rows whose account number is not one of their bank, as its check digit says. They are registered all the same. */
  doubtfulAccounts: z.array(z.number()),
  /** Rows done so far while posting. */
  progress: z.number(),
  /** What went wrong when a posting failed. */
  failure: z.nullable(z.string()),
  entryNumber: z.nullable(z.number()),
  /** How many activation codes were sent to those whom it registered, and when; null until an officer sends them. */
  codesSent: z.number(),
  codesSentAt: z.nullable(instant),
  createdAt: instant,
})

export const importRow = z.object({
  /** The row's number in the file as a spreadsheet shows it; the heading is 1. */
  number: z.number(),
  cells: z.array(z.string()),
  skipped: z.boolean(),
  /** Why the row was left out when the file was read; null for any other row. */
  leftOut: z.nullable(z.enum(leftOutReasons)),
  problems: z.array(
    z.object({
      column: z.nullable(z.number()),
      message: z.string(),
      /** The phone is another row's or member's too, which is in order where they share it. */ isSamePhone: z.optional(
        z.literal(true),
      ),
      /** The date is known to the year or month alone: see `partDays`. */ isPartDay: z.optional(z.literal(true)),
    }),
  ),
  /** Who it may be already: a member, or the person of an earlier row. */
  doubles: z.array(
    z.object({
      why: z.enum(likenesses),
      member: z.nullable(
        z.object({
          memberId: id<MemberId>(),
          membershipno: z.string(),
          name: z.string(),
          phone: z.nullable(z.string()),
          registrationDate: day,
          status: z.enum(memberStatuses),
        }),
      ),
      row: z.nullable(z.number()),
    }),
  ),
  /** An officer said that it is another person. */
  isAnother: z.boolean(),
  /** An officer said that the phone is another's too. */
  sharesPhone: z.boolean(),
  /** What to know of cells that are not wrong: whose a payment is by its number, where its name is another’s, and how a year of two digits was read. */
  notes: z.array(z.object({ column: z.number(), message: z.string() })),
})

const importParams = z.object({ importId: id<ImportId>() })

const fileBytesMax = 5 * 1024 * 1024

export const uploadMembersFile = endpoint({
  method: 'POST',
  path: '/cooperatives/members/imports',
  summary: 'Reads a register from an .xlsx or .csv file in the field `file`; nothing is registered yet.',
  access: 'member.create',
  says: ['members', 'Uploaded a list of members'],
  changes: ['imports', ...dashboards],
  upload: { bytesMax: fileBytesMax },
  reply: importSummary,
  status: 201,
})

export const uploadContributionsFile = endpoint({
  method: 'POST',
  path: '/financial/contributions/imports',
  summary: 'Reads a month of contributions from an .xlsx or .csv file in the field `file`; nothing is posted yet.',
  access: 'contribution.post',
  says: ['money', 'Uploaded a list of contributions'],
  changes: ['imports', ...dashboards],
  upload: { bytesMax: fileBytesMax },
  reply: importSummary,
  status: 201,
})

export const getImport = endpoint({
  method: 'GET',
  path: '/imports/:importId',
  summary: 'The state of an import, its progress while it runs included.',
  access: 'import.run',
  params: importParams,
  reply: importSummary,
})

export const listImportRows = endpoint({
  method: 'GET',
  path: '/imports/:importId/rows',
  summary: 'The rows of the file with everything that is wrong with each.',
  access: 'import.run',
  params: importParams,
  query: listQuery(['number'], {
    show: z.optional(z.enum(['all', 'problems', 'doubles', 'names', 'before', 'unpaid', 'skipped', 'left_out'])),
  }),
  kind: 'list',
  reply: importRow,
})

export const downloadRowsToCorrect = endpoint({
  method: 'GET',
  path: '/imports/:importId/rows-to-correct',
  summary:
    'The rows with problems as an .xlsx file, each with what to correct; once corrected it is uploaded like any other file.',
  access: 'import.run',
  says: ['files', 'Downloaded the rows of a list that need correction'],
  params: importParams,
  kind: 'file',
  reply: z.unknown(),
})

export const updateImport = endpoint({
  method: 'PUT',
  path: '/imports/:importId',
  summary: 'Maps the columns, corrects cells, skips rows, says who is another person; the whole file is checked again.',
  access: 'import.run',
  says: ['members', 'Corrected an uploaded list'],
  changes: ['imports'],
  params: importParams,
  body: z.strictObject({
    mapping: z.optional(
      z.array(z.nullable(z.string().check(lengthAtMost(60, 'Use the name of a field')))).check(z.maxLength(200)),
    ),
    corrections: z.optional(
      z
        .array(
          z.strictObject({
            row: z.int(),
            column: z.int(),
            value: z.string().check(lengthAtMost(500, 'Use 500 characters or fewer')),
          }),
        )
        .check(z.maxLength(1000)),
    ),
    skip: z.optional(z.array(z.int()).check(z.maxLength(20_000))),
    unskip: z.optional(z.array(z.int()).check(z.maxLength(20_000))),
    skipProblems: z.optional(z.boolean()),
    /** Rows whose person is none of the doubles found; `doubt` takes it back. */
    another: z.optional(z.array(z.int()).check(z.maxLength(20_000))),
    doubt: z.optional(z.array(z.int()).check(z.maxLength(20_000))),
    /** What becomes of all rows of which no one has said yet that it is another person. */
    allDoubles: z.optional(z.enum(['skip', 'another'])),
    /** Rows whose phone is another's too, who share it; `unsharePhone` takes it back, `allSharePhones` says it of every row that is marked for it. */
    sharePhone: z.optional(z.array(z.int()).check(z.maxLength(20_000))),
    unsharePhone: z.optional(z.array(z.int()).check(z.maxLength(20_000))),
    allSharePhones: z.optional(z.boolean()),
    period: z.optional(period),
    occurredOn: z.optional(day),
    accountTypeId: z.optional(id<AccountTypeId>()),
    paidThrough: z.optional(id<AccountId>()),
    joinedOn: z.optional(day),
    partDays: z.optional(z.enum(partDayChoices, 'Use first or last')),
    createsEmployers: z.optional(z.boolean()),
    /** Of members who have paid for the month already; a change of what they have paid asks again. */
    records: z.optional(z.enum(recordings, 'Use files, paid or all')),
  }),
  bodyBytesMax: 1024 * 1024,
  reply: importSummary,
})

export const postImport = endpoint({
  method: 'POST',
  path: '/imports/:importId/post',
  summary:
    'Registers or posts every row that is not skipped, all or none; answers at once, `getImport` shows the progress.',
  access: 'import.run',
  says: ['members', 'Posted an uploaded list'],
  changes: ['imports', ...people, ...vouchers],
  params: importParams,
  reply: importSummary,
  status: 202,
})

export const sendImportCodes = endpoint({
  method: 'POST',
  path: '/imports/:importId/codes',
  summary: 'Sends an activation code by SMS, once, to each member whom the file registered and who has not activated.',
  access: 'import.run',
  says: ['members', 'Sent activation codes to the members of an uploaded list'],
  changes: ['imports', ...people],
  stepUp: true,
  params: importParams,
  reply: importSummary,
  message: 'Codes saved',
})
