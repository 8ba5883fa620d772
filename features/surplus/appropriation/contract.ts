import * as z from 'zod/mini'
import { transactionStatuses } from '#features/savings/transactions/contract.ts'
import { societyKinds } from '#features/accounting/books/rules/account-kinds.ts'
import { fileFormats } from '#core/file-format.ts'
import type {
  AccountId,
  AccountTypeId,
  AppropriationId,
  DividendRunId,
  MeetingId,
  MemberId,
  TransactionId,
} from '#core/ids.ts'
import { dividendDestinations } from './rules/destination.ts'
import {
  dividendExclusions,
  exclusionReasonMax,
  exclusionReasonMin,
  exclusionRules,
  namedExclusionsMax,
} from './rules/exclusion.ts'
import { departureReasonMax, dividendDepartures, patronageBases, ruledBases } from './rules/dividend-rules.ts'
import { namedAmountsMax, postMax } from './rules/named-amounts.ts'
import { dividendBases, dividendMethods } from './rules/words.ts'
import { reportFormat } from '#core/contract/report-fields.ts'
import { decimal } from '#core/contract/decimal.ts'
import { postings } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, listQuery, naira, nairaAboveZero, optionalText, requiredText, whole } from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from '#features/society/configuration/strings.ts'

const headsMax = 30

const percent = decimal(100).check(z.refine((value) => value > 0, strings.enterAPercentageAboveZero))

/** Accounts that something can be given to. */
const accounts = z.array(z.object({ accountId: id<AccountId>(), code: z.string(), name: z.string() }))

const rules = z.object({
  /** What the bye-laws give of a surplus, in percent of it. `isLeast`: a meeting may give more and not less. */
  heads: z.array(
    z.object({
      accountId: id<AccountId>(),
      code: z.string(),
      name: z.string(),
      percent: z.number(),
      isLeast: z.boolean(),
      clause: z.string(),
    }),
  ),
  directorApproves: z.boolean(),
  accounts,
  /** As in the configuration: it proposes the type of cooperative to begin with. */
  societyKind: z.enum(societyKinds),
})

export const getSurplusRules = endpoint({
  method: 'GET',
  path: '/financial/surplus-rules',
  summary: 'What the bye-laws say about the surplus of a year.',
  access: 'books.read',
  reply: rules,
})

export const updateSurplusRules = endpoint({
  method: 'PUT',
  path: '/financial/surplus-rules',
  summary:
    'Replaces what the bye-laws say about the surplus of a year. With two or more officers it waits for another one.',
  access: 'configuration.update',
  stepUp: true,
  says: ['settings', 'Changed the bye-laws on the surplus'],
  changes: ['financial/surplus-rules', 'financial/surpluses'],
  mayWait: true,
  body: z.strictObject({
    heads: z
      .array(
        z.strictObject({
          accountId: id<AccountId>(),
          percent,
          isLeast: z.boolean(strings.useTrueOrFalse),
          /** Where the bye-laws or the law say so. */
          clause: optionalText(120),
        }),
        strings.sendTheHeadsAsA,
      )
      .check(z.maxLength(headsMax, fill(strings.useAtMostHeads, { headsMax }))),
    directorApproves: z.boolean(strings.useTrueOrFalse),
  }),
  reply: rules,
  message: 'Rules on the surplus changed',
})

const appropriation = z.object({
  id: id<AppropriationId>(),
  /** The journal that it is: approved, rejected and reversed like any other. */
  transactionId: id<TransactionId>(),
  status: z.enum(transactionStatuses),
  occurredOn: day,
  entryNumber: z.nullable(z.number()),
  meeting: z.string(),
  resolution: z.string(),
  directorReference: z.nullable(z.string()),
  recordedBy: z.string(),
  lines: z.array(
    z.object({
      accountId: id<AccountId>(),
      code: z.string(),
      name: z.string(),
      amount: naira,
      /** Whether it can be paid out to members: the account is a liability. */
      isPayable: z.boolean(),
      /** The run that pays it out, where there is one. */
      runId: z.nullable(id<DividendRunId>()),
    }),
  ),
})

const yearParams = z.object({ yearEnd: day })

export const getSurplus = endpoint({
  method: 'GET',
  path: '/financial/surpluses/:yearEnd',
  summary: 'The surplus of a closed year: what the bye-laws make of it, and what is decided.',
  access: 'books.read',
  params: yearParams,
  reply: z.object({
    from: day,
    yearEnd: day,
    surplus: naira,
    /** On undistributed surplus now: the most that can be appropriated. */
    available: naira,
    proposed: z.array(
      z.object({
        accountId: id<AccountId>(),
        code: z.string(),
        name: z.string(),
        percent: z.number(),
        isLeast: z.boolean(),
        clause: z.string(),
        amount: naira,
      }),
    ),
    /** By the bye-laws. */
    carriedForward: naira,
    directorApproves: z.boolean(),
    /** Resolutions of general meetings that were held after the year ended. */
    resolutions: z.array(z.object({ meetingId: id<MeetingId>(), meeting: z.string(), text: z.string() })),
    accounts,
    appropriation: z.nullable(appropriation),
    /** Who held a post in the year, to propose honoraria for; a member with several posts once. */
    officers: z.array(
      z.object({ memberId: id<MemberId>(), membershipno: z.string(), name: z.string(), post: z.string() }),
    ),
  }),
})

export const appropriateSurplus = endpoint({
  method: 'POST',
  path: '/financial/surpluses/:yearEnd/appropriation',
  summary:
    'Posts what a general meeting decided about the surplus of a closed year as one journal: from undistributed surplus to each head. It waits for approval where the settings ask for that on journals.',
  access: 'transaction.decide',
  stepUp: true,
  says: ['money', 'Recorded the appropriation of a surplus'],
  changes: ['financial/dividends', ...postings],
  params: yearParams,
  body: z.strictObject({
    lines: z
      .array(z.strictObject({ accountId: id<AccountId>(), amount: nairaAboveZero }), strings.sendTheLinesAsA)
      .check(
        z.minLength(1, strings.giveAnAmountToAt),
        z.maxLength(headsMax, fill(strings.useAtMostLines, { headsMax })),
      ),
    meetingId: id<MeetingId>(),
    /** As it is in the minutes of that meeting. */
    resolution: requiredText(strings.chooseTheResolution, 500),
    directorReference: optionalText(120),
    /** The day of the journal; today when left out. */
    occurredOn: z.optional(day),
  }),
  reply: appropriation,
  status: 201,
  message: 'Appropriation recorded',
})

const destination = z.enum(dividendDestinations, fill(strings.useOneOf, { join: dividendDestinations.join(', ') }))

const line = {
  memberId: id<MemberId>(),
  membershipno: z.string(),
  name: z.string(),
  /** The balance on average over the counted days, the interest that was paid, what the goods cost, or the amount that was entered. */
  basis: naira,
  /** What an amount by name is for; null where something was shared. */
  post: z.nullable(z.string()),
  gross: naira,
  tax: naira,
  net: naira,
  /** Where it goes: the member's choice where the society lets members choose, else the society's; null where the member is excluded. */
  paidTo: z.nullable(destination),
  /** Why the member gets nothing of it; what it would have been is shared among the others. */
  exclusion: z.nullable(z.enum(dividendExclusions)),
  /** The officer's own reason, where a member is excluded by name. */
  exclusionReason: z.nullable(z.string()),
}

const terms = {
  basis: z.enum(dividendBases),
  accountType: z.nullable(z.string()),
  method: z.nullable(z.enum(dividendMethods)),
  heldMonths: z.number(),
  excluding: z.enum(exclusionRules),
  taxPercent: z.number(),
}

/** Why a run is not shared as the bye-laws say; null where it is. */
const departure = z.nullable(z.string())

/** Of all members, whatever the list is narrowed to. `members` are those who get something; `excludedByName` are some of `excludedMembers`. */
const totals = {
  ...{ name: z.string(), from: day, yearEnd: day },
  ...{ members: z.number(), excludedMembers: z.number(), excludedByName: z.number() },
  ...{ gross: naira, tax: naira, net: naira },
}

const askedTerms = {
  appropriationId: id<AppropriationId>(),
  /** The line of the appropriation that is paid out. */
  accountId: id<AccountId>(),
  basis: z.enum(dividendBases, fill(strings.useOneOf, { join: dividendBases.join(', ') })),
  /** With the basis `balance`: of which account type, and on which days. `method` and `heldMonths` are the bye-laws’ when left out. */
  accountTypeId: z.optional(id<AccountTypeId>()),
  method: z.optional(z.enum(dividendMethods, fill(strings.useOneOf, { join: dividendMethods.join(', ') }))),
  /** Members who get nothing, by how they stand today; none when left out. */
  excluding: z.optional(z.enum(exclusionRules, fill(strings.useOneOf, { join: exclusionRules.join(', ') }))),
  /** Members who get nothing whatever the rule says, each with the officer's reason. One who would get nothing anyway may be among them. */
  excludedByName: z.optional(
    z
      .array(
        z.strictObject({
          memberId: id<MemberId>(),
          reason: requiredText(strings.enterTheReason, exclusionReasonMax).check(
            z.minLength(exclusionReasonMin, fill(strings.useAtLeastCharacters, { exclusionReasonMin })),
          ),
        }),
        strings.sendTheMembersAsA,
      )
      .check(z.maxLength(namedExclusionsMax, fill(strings.excludeAtMostMembersBy, { namedExclusionsMax }))),
  ),
  heldMonths: z.optional(whole(12)),
  taxPercent: z.optional(decimal(50)),
  /** With the basis `named`: who is paid, for which post, and how much before tax. Together it is the line. */
  named: z.optional(
    z
      .array(
        z.strictObject({
          memberId: id<MemberId>(),
          post: requiredText(strings.enterThePost, postMax),
          amount: nairaAboveZero,
        }),
        strings.sendTheMembersAsA,
      )
      .check(z.maxLength(namedAmountsMax, fill(strings.enterAtMostMembers, { namedAmountsMax }))),
  ),
}

/** 200 names with reasons, whatever letters they are written in. */
const askedBytesMax = 256 * 1024

/** Only those who are excluded. */
const only = z.optional(z.enum(['excluded'], strings.useExcluded))

export const previewDividend = endpoint({
  method: 'POST',
  readsOnly: true,
  path: '/financial/dividends/preview',
  summary:
    'What each member would get of a line of an appropriation, worked out on the books of the closed year, and who is excluded. Nothing is stored.',
  access: 'books.read',
  says: ['files', 'Downloaded a preview of a dividend'],
  query: listQuery(['membershipno', 'net'], { only, format: reportFormat }),
  body: z.strictObject(askedTerms),
  bodyBytesMax: askedBytesMax,
  kind: 'list',
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object(line),
  summaryReply: z.object({
    ...terms,
    ...totals,
    approvals: z.number(),
    /** What goes to each destination; together it is the net. */
    destinations: z.array(z.object({ paidTo: destination, members: z.number(), net: naira })),
    /** Where this is not what the bye-laws say. A run then needs a reason. */
    departures: z.array(z.enum(dividendDepartures)),
    /**
     * The most that the bye-laws allow, and of what: the balances of those who share, on average over the counted days. Null where
     * they have no cap, and where no balances count. A line above it is refused.
     */
    cap: z.nullable(z.object({ percent: z.number(), clause: z.string(), counted: naira, allowed: naira })),
  }),
})

export const runDividend = endpoint({
  method: 'POST',
  path: '/financial/dividends',
  summary:
    'Pays a line of an appropriation out to the members as one voucher: a credit of each member’s account, and of withholding tax. What is for shares or loans is credited to savings and used from there after the posting; what is for the bank goes to an account of each member that is paid out in payment batches. It waits for approval where the settings ask for that on journals. Members and total are those that were looked at; where they are others now, nothing is posted.',
  access: 'transaction.decide',
  stepUp: true,
  says: ['money', 'Paid a dividend'],
  changes: ['financial/dividends', 'financial/payment-batches', ...postings],
  body: z.strictObject({
    ...askedTerms,
    /** The savings on which members get it, and from which their shares are bought; what is for loans goes to the default savings. */
    paidTo: id<AccountTypeId>(),
    members: whole(1_000_000),
    net: naira,
    /** The day of the voucher; today when left out. */
    occurredOn: z.optional(day),
    /** Why it is not shared as the bye-laws say; not stored where it is. */
    departure: optionalText(departureReasonMax),
  }),
  bodyBytesMax: askedBytesMax,
  reply: z.object({
    runId: id<DividendRunId>(),
    transactionId: id<TransactionId>(),
    status: z.enum(transactionStatuses),
    members: z.number(),
    net: naira,
    entryNumber: z.nullable(z.number()),
    receiptNumber: z.nullable(z.string()),
  }),
  status: 201,
  message: 'Dividend recorded',
})

export const listDividends = endpoint({
  method: 'GET',
  path: '/financial/dividends',
  summary:
    'What was paid out of appropriations, waits for approval, was turned down or reversed, newest first. Its transaction is approved, rejected and reversed like any other.',
  access: 'books.read',
  query: listQuery(['yearEnd'], {}),
  kind: 'list',
  reply: z.object({
    runId: id<DividendRunId>(),
    transactionId: id<TransactionId>(),
    status: z.enum(transactionStatuses),
    ...terms,
    ...totals,
    departure,
    paidTo: z.string(),
    occurredOn: day,
    entryNumber: z.nullable(z.number()),
    recordedBy: z.string(),
  }),
})

export const listDividendLines = endpoint({
  method: 'GET',
  path: '/financial/dividends/:runId',
  summary: 'What one run gave each member, on what basis, and who was excluded.',
  access: 'books.read',
  says: ['files', 'Downloaded a dividend'],
  params: z.object({ runId: id<DividendRunId>() }),
  query: listQuery(['membershipno', 'net'], { only, format: reportFormat }),
  kind: 'list',
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object({
    ...line,
    /** What of it bought shares or repaid a loan. */
    spent: naira,
    /** Why some or all of it stayed on the savings. */
    keptBecause: z.nullable(z.string()),
  }),
  summaryReply: z.object({ ...terms, ...totals, departure }),
})

export const listOwnDividends = endpoint({
  method: 'GET',
  path: '/member-portal/dividends',
  summary: 'What the member got of each posted dividend, and how it was worked out, or why the member was excluded.',
  access: 'portal.read',
  query: listQuery(['yearEnd'], {}),
  kind: 'list',
  reply: z.object({
    runId: id<DividendRunId>(),
    name: z.string(),
    yearEnd: day,
    ...terms,
    paidOn: day,
    /** What all members shared. */
    pool: naira,
    /** The member's part of all that counted, in percent with at most six decimals. */
    sharePercent: z.number(),
    /** On average over the counted days, the interest that was paid, what the goods cost, or the amount that was entered. */
    counted: naira,
    post: line.post,
    /** The balance at each counted day; empty where all days count, and where interest or purchases do. */
    balances: z.array(z.object({ on: day, balance: naira })),
    gross: naira,
    tax: naira,
    net: naira,
    paidTo: line.paidTo,
    exclusion: line.exclusion,
    exclusionReason: line.exclusionReason,
    spent: naira,
    keptBecause: z.nullable(z.string()),
  }),
})

const dividendSettings = { paidTo: destination, membersChoose: z.boolean(strings.useTrueOrFalse) }

export const getDividendSettings = endpoint({
  method: 'GET',
  path: '/financial/dividend-settings',
  summary: 'Where dividends go, and whether members choose that themselves.',
  access: 'books.read',
  reply: z.object(dividendSettings),
})

export const updateDividendSettings = endpoint({
  method: 'PUT',
  path: '/financial/dividend-settings',
  summary:
    'Sets where dividends go, and whether members choose that themselves. With two or more officers it waits for another one.',
  access: 'configuration.update',
  stepUp: true,
  says: ['settings', 'Changed where dividends are paid'],
  changes: ['financial/dividend-settings', 'financial/dividends', 'member-portal'],
  mayWait: true,
  body: z.strictObject(dividendSettings),
  reply: z.object(dividendSettings),
  message: 'Payment of dividends changed',
})

const dividendRules = {
  /** What a dividend is shared by; null where that is chosen with each run, as the others. */
  basis: z.nullable(z.enum(ruledBases, fill(strings.useOneOf, { join: ruledBases.join(', ') }))),
  method: z.nullable(z.enum(dividendMethods, fill(strings.useOneOf, { join: dividendMethods.join(', ') }))),
  heldMonths: z.nullable(whole(12)),
  /** The most that a dividend may come to, in percent a year of the balances on average over the counted days. */
  capPercent: z.nullable(percent),
}

const shownDividendRules = z.object({
  ...dividendRules,
  accountTypeId: z.nullable(id<AccountTypeId>()),
  accountType: z.nullable(z.string()),
  /** Where the bye-laws or the law say so. */
  ...{ basisClause: z.string(), methodClause: z.string(), heldClause: z.string(), capClause: z.string() },
  /** What a line is shared by whose account has “patronage” in its name; null where that is chosen with each run. */
  patronageBasis: z.nullable(z.enum(patronageBases)),
  patronageClause: z.string(),
})

export const getDividendRules = endpoint({
  method: 'GET',
  path: '/financial/dividend-rules',
  summary: 'What the bye-laws say on a dividend: what it is shared by and how, and the most that it may come to.',
  access: 'books.read',
  reply: shownDividendRules,
})

export const updateDividendRules = endpoint({
  method: 'PUT',
  path: '/financial/dividend-rules',
  summary: 'Replaces what the bye-laws say on a dividend. With two or more officers it waits for another one.',
  access: 'configuration.update',
  stepUp: true,
  says: ['settings', 'Changed the bye-laws on the dividend'],
  changes: ['financial/dividend-cap', 'financial/dividend-rules', 'financial/dividends'],
  mayWait: true,
  body: z.strictObject({
    ...dividendRules,
    /** With the basis `balance`: of which account type. */
    accountTypeId: z.optional(z.nullable(id<AccountTypeId>())),
    ...{ basisClause: optionalText(120), methodClause: optionalText(120) },
    ...{ heldClause: optionalText(120), capClause: optionalText(120) },
    /** Both stay as they are when left out. */
    patronageBasis: z.optional(
      z.nullable(z.enum(patronageBases, fill(strings.useOneOf, { join: patronageBases.join(', ') }))),
    ),
    patronageClause: optionalText(120),
  }),
  reply: shownDividendRules,
  message: 'Bye-laws on the dividend changed',
})

export const getDividendCap = endpoint({
  method: 'GET',
  path: '/financial/dividend-cap/:yearEnd',
  summary:
    'The most that the bye-laws allow of a dividend for a closed year, before it is appropriated. `of` is null where they do not say whose balances it is shared by; the whole is null where they have no cap, and where it is shared by what is no balance.',
  access: 'books.read',
  params: yearParams,
  snapshotSeconds: 25,
  reply: z.object({
    cap: z.nullable(
      z.object({
        percent: z.number(),
        clause: z.string(),
        /** What all members have on average over the counted days, and the most of it: less where members are excluded. */
        of: z.nullable(z.object({ accountType: z.string(), counted: naira, allowed: naira })),
      }),
    ),
  }),
})

const payable = { members: z.number(), amount: naira }

export const getDividendsPayable = endpoint({
  method: 'GET',
  path: '/financial/dividends/payable',
  summary:
    "Dividends that are to be paid to members' banks and have not been: those of members with bank details, and the others.",
  access: 'books.read',
  reply: z.object({
    ...payable,
    /** Members without bank details: their dividend stays payable. */
    withoutAccount: z.object(payable),
  }),
})

export const payOutDividends = endpoint({
  method: 'POST',
  path: '/financial/dividends/payments',
  summary:
    "Records the payment of dividends to members' banks, each as a withdrawal from the member's payable account through the society's account at the bank, at most 500 at once. They are then gathered into a payment batch like other payments. Members and amount are those that were looked at; where they are others now, nothing is posted.",
  access: 'transaction.decide',
  says: ['money', "Paid dividends to members' banks"],
  changes: ['financial/dividends', 'financial/payment-batches', ...postings],
  stepUp: true,
  mayWait: true,
  body: z.strictObject({ accountId: id<AccountId>(), members: whole(1_000_000), amount: nairaAboveZero }),
  reply: z.object({
    payments: z.number(),
    amount: naira,
    /** How many are left for another time, because there were more than 500. */
    left: z.number(),
  }),
  status: 201,
  message: 'Payments recorded',
})

const ownChoice = {
  /** Where the member's next dividend goes. */
  paidTo: destination,
  membersChoose: z.boolean(),
}

export const getDividendChoice = endpoint({
  method: 'GET',
  path: '/member-portal/dividend-choice',
  summary: "Where the member's next dividend goes, and whether the member may choose that.",
  access: 'portal.read',
  reply: z.object(ownChoice),
})

export const setDividendChoice = endpoint({
  method: 'PUT',
  path: '/member-portal/dividend-choice',
  summary: "Sets where the member's next dividend goes, where the society lets members choose.",
  access: 'portal.read',
  says: ['settings', 'Chose where dividends are paid'],
  changes: ['financial/dividends', 'member-portal'],
  needsProof: true,
  body: z.strictObject({ paidTo: destination }),
  reply: z.object(ownChoice),
  message: 'Choice saved',
})
