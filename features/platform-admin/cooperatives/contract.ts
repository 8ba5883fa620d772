import * as z from 'zod/mini'
import { cooperativeStatuses } from '#core/actor.ts'
import { plans, trialStandings } from './rules/plan.ts'
import type { CooperativeId, DocumentId } from '#core/ids.ts'
import { cooperative, documentOfCooperative } from './cooperative-profile.ts'
import { optionalEmail } from '#core/contract/email.ts'
import { overseen } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, lengthAtMost, listQuery, longText, optionalText, requiredText } from '#core/contract/fields.ts'
import { paperBytesMax } from '#core/contract/papers.ts'

const profileFields = {
  name: z.optional(requiredText('name is required', 120)),
  email: optionalEmail,
  address: optionalText(300),
  registrationNumber: optionalText(60),
}

export const updateCooperativeProfile = endpoint({
  method: 'PUT',
  path: '/cooperatives/profile',
  summary: 'Changes the fields of the own profile that it names.',
  access: 'profile.update',
  says: ['settings', "Changed the cooperative's profile"],
  changes: ['cooperatives/profile', 'cooperatives/statistics', 'cooperatives/join-page', 'member-portal'],
  body: z.strictObject(profileFields),
  reply: cooperative,
  message: 'Profile updated successfully!',
})

export const updateCooperative = endpoint({
  method: 'PUT',
  path: '/cooperatives/update/:id',
  summary:
    'The super administrator sets the status (with a reason); an officer changes the fields of the own cooperative.',
  access: 'cooperative.update',
  says: ['settings', "Changed the cooperative's details"],
  changes: ['cooperatives/profile', ...overseen],
  stepUp: { field: 'status' },
  params: z.object({ id: id<CooperativeId>() }),
  body: z.strictObject({
    ...profileFields,
    status: z.optional(z.enum(['active', 'suspended', 'rejected'], 'Use active, suspended or rejected')),
    reason: z.optional(longText('Give the reason', 500)),
  }),
  reply: cooperative,
  message: 'Cooperative updated successfully!',
})

export const deleteCooperative = endpoint({
  method: 'DELETE',
  path: '/cooperatives/delete/:id',
  summary: 'Removes a cooperative that has no entries in its books.',
  access: 'cooperative.oversee',
  says: null,
  changes: overseen,
  stepUp: true,
  params: z.object({ id: id<CooperativeId>() }),
  reply: z.null(),
  message: 'Cooperative deleted',
})

export const cooperativeSorts = ['name', 'createdAt', 'members', 'status', 'trialEndsOn'] as const

const cooperativeQuery = listQuery(cooperativeSorts, {
  status: z.optional(z.enum(cooperativeStatuses)),
  plan: z.optional(z.enum(plans, `Use one of ${plans.join(', ')}`)),
  trial: z.optional(z.enum(trialStandings, `Use one of ${trialStandings.join(', ')}`)),
})

export const listCooperatives = endpoint({
  method: 'GET',
  path: '/cooperatives/list',
  summary: 'Every cooperative of the platform, newest first.',
  access: 'cooperative.oversee',
  query: cooperativeQuery,
  kind: 'list',
  reply: cooperative,
})

export const searchCooperatives = endpoint({
  method: 'GET',
  path: '/cooperatives/search',
  summary: 'Cooperatives whose name, coop_id or phone contains `q`.',
  access: 'cooperative.oversee',
  query: cooperativeQuery,
  kind: 'list',
  reply: cooperative,
})

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/cooperatives/logo',
  summary: 'Sets the logo from a picture (JPEG, PNG or WebP, at most 5 MB); it is cut square and made small.',
  access: 'profile.update',
  says: ['settings', 'Changed the logo'],
  changes: ['cooperatives/profile', 'cooperatives/join-page', 'member-portal'],
  upload: { bytesMax: paperBytesMax },
  reply: cooperative,
  message: 'Logo updated',
})

export const downloadLogo = endpoint({
  method: 'GET',
  path: '/cooperatives/logo',
  summary: "The own cooperative's logo, as WebP.",
  access: 'logo.read',
  query: z.object({ v: z.optional(z.string().check(lengthAtMost(64, 'Use the address as it was given'))) }),
  kind: 'file',
  isPicture: true,
  reply: z.null(),
})

export const deleteLogo = endpoint({
  method: 'DELETE',
  path: '/cooperatives/logo',
  summary: 'Takes the logo away.',
  access: 'profile.update',
  says: ['settings', 'Removed the logo'],
  changes: ['cooperatives/profile', 'cooperatives/join-page', 'member-portal'],
  reply: cooperative,
  message: 'Logo removed',
})

export const uploadCacDocument = endpoint({
  method: 'POST',
  path: '/cooperatives/cac-document',
  summary: 'Uploads the registration certificate (PDF, JPEG or PNG, at most 5 MB) in the field `file`.',
  access: 'document.upload',
  says: ['settings', 'Uploaded the registration certificate'],
  changes: ['cooperatives/profile', 'cooperatives/statistics'],
  upload: { bytesMax: paperBytesMax },
  reply: documentOfCooperative,
  status: 201,
  message: 'Document received',
})

export const downloadDocument = endpoint({
  method: 'GET',
  path: '/cooperatives/cac-document/:documentId',
  summary: 'The document as it was stored.',
  access: 'document.read',
  says: ['files', 'Opened the registration certificate'],
  params: z.object({ documentId: id<DocumentId>() }),
  kind: 'file',
  reply: z.null(),
})
