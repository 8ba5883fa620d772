import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { optionalLongText } from '#core/contract/fields.ts'

const joinSettings = z.object({
  isOpen: z.boolean(),
  welcome: z.nullable(z.string()),
  coopId: z.string(),
  waiting: z.number(),
})

export const getJoinSettings = endpoint({
  method: 'GET',
  path: '/cooperatives/join-page',
  summary: 'Whether the society takes applications on its join page, and the words above the form.',
  access: 'member.list',
  reply: joinSettings,
})

export const updateJoinSettings = endpoint({
  method: 'PUT',
  path: '/cooperatives/join-page',
  summary: 'Opens or closes the join page and changes its words.',
  access: 'cooperative.update',
  says: ['members', 'Changed the join page'],
  changes: ['cooperatives/join-page', 'cooperatives/statistics', 'membership-applications'],
  body: z.strictObject({ isOpen: z.optional(z.boolean('Use true or false')), welcome: optionalLongText(600) }),
  reply: joinSettings,
  message: 'Join page updated',
})
