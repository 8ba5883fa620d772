import * as z from 'zod/mini'
import { cooperativeStatuses } from '#core/actor.ts'
import { plans } from './rules/plan.ts'
import type { CooperativeId, DocumentId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant } from '#core/contract/fields.ts'

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
