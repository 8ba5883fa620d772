import * as z from 'zod/mini'
import { cooperativeStatuses } from '#domain/actor.ts'
import { plans } from '#domain/cooperatives/plan.ts'
import type { CooperativeId, DocumentId } from '#domain/ids.ts'
import { endpoint } from './endpoint.ts'
import { day, id, instant, naira } from './fields.ts'

export const documentOfCooperative = z.object({
  id: id<DocumentId>(),
  fileName: z.string(),
  mediaType: z.string(),
  bytes: z.number(),
  uploadedAt: instant,
})

export const cooperative = z.object({
  id: id<CooperativeId>(),
  cooperativeId: id<CooperativeId>(),
  coop_id: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.nullable(z.string()),
  address: z.nullable(z.string()),
  registrationNumber: z.nullable(z.string()),
  logo: z.nullable(z.string()),
  status: z.enum(cooperativeStatuses),
  verificationStatus: z.enum(['unverified', 'verified', 'rejected']),
  statusReason: z.nullable(z.string()),
  members: z.number(),
  plan: z.enum(plans),
  /** The trial's last day; null until the cooperative is approved. What it can do does not depend on it. */
  trialEndsOn: z.nullable(day),
  createdAt: instant,
})

export const getCooperativeProfile = endpoint({
  method: 'GET',
  path: '/cooperatives/profile',
  summary: "The signed-in cooperative's own profile, with its documents.",
  access: 'profile.read',
  reply: z.extend(cooperative, { documents: z.array(documentOfCooperative) }),
})

export const getStatistics = endpoint({
  method: 'GET',
  path: '/cooperatives/statistics',
  summary: "The platform's figures for the super administrator, the own cooperative's for an officer; the other half is null.",
  access: 'statistics.read',
  reply: z.object({
    platform: z.nullable(
      z.object({
        total: z.number(),
        pending: z.number(),
        active: z.number(),
        suspended: z.number(),
        rejected: z.number(),
        members: z.number(),
        savings: naira,
        transactionsThisMonth: z.number(),
        amountThisMonth: naira,
        trialsRunning: z.number(),
        trialsEnded: z.number(),
        openMessages: z.number(),
        /** Newly registered in each of the last 12 months, oldest first. */
        months: z.array(z.object({ month: day, registered: z.number() })),
        /** When the oldest of the sums of money was made; null where there is none yet. */
        summedAt: z.nullable(instant),
      }),
    ),
    cooperative: z.nullable(
      z.object({
        members: z.object({ total: z.number(), active: z.number(), joinedThisMonth: z.number() }),
        savings: naira,
        shares: naira,
        cashAndBank: naira,
        thisMonth: z.object({ expected: naira, paid: naira, outstanding: naira, membersBehind: z.number() }),
        /** The last 12 months, oldest first. */
        months: z.array(z.object({ month: day, expected: naira, paid: naira })),
        /** What a new cooperative does first, each with whether it is done. */
        firstSteps: z.object({ rules: z.boolean(), members: z.boolean(), openingBalances: z.boolean(), bank: z.boolean(), employers: z.boolean(), receipt: z.boolean(), secondOfficer: z.boolean() }),
      }),
    ),
  }),
})
