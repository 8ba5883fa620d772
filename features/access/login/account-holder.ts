import * as z from 'zod/mini'
import { holderPosts } from './rules/account-holder.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { requiredText } from '#core/contract/fields.ts'

export const nameAccountHolder = endpoint({
  method: 'PUT',
  path: '/cooperatives/account-holder',
  summary:
    "Says which officer uses the cooperative's own login: what is done with it from then on is recorded under their name. Only that login itself can.",
  access: 'profile.update',
  says: ['settings', 'Named the officer who uses the cooperative’s own login'],
  changes: ['cooperatives/profile'],
  stepUp: true,
  body: z.strictObject({
    name: requiredText('Enter your name', 80),
    post: z.enum(holderPosts, `Use one of ${holderPosts.join(', ')}`),
  }),
  /** “Amina Bello, treasurer” */
  reply: z.object({ actsAs: z.string() }),
  message: 'Saved',
})
