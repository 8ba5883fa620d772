import * as z from 'zod/mini'
import type { MemberId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { paperBytesMax } from '#core/contract/papers.ts'

const memberParams = z.object({ memberId: id<MemberId>() })
const kept = z.object({ profilePicture: z.nullable(z.string()) })

export const uploadMemberPhoto = endpoint({
  method: 'POST',
  path: '/financial/members/:memberId/photo',
  summary:
    'Sets the photo of a member from a picture (JPEG, PNG or WebP, at most 5 MB); it is cut square and made small.',
  access: 'member.update',
  says: ['members', "Changed a member's photo"],
  changes: ['cooperatives/members', 'financial/members', 'members', 'member-portal'],
  params: memberParams,
  upload: { bytesMax: paperBytesMax },
  reply: kept,
  message: 'Photo updated',
})

export const downloadMemberPhoto = endpoint({
  method: 'GET',
  path: '/financial/members/:memberId/photo',
  summary: 'The photo of a member as WebP, for officers and themselves.',
  access: 'photo.read',
  params: memberParams,
  kind: 'file',
  isPicture: true,
  reply: z.null(),
})

export const deleteMemberPhoto = endpoint({
  method: 'DELETE',
  path: '/financial/members/:memberId/photo',
  summary: 'Takes the photo away.',
  access: 'member.update',
  says: ['members', "Removed a member's photo"],
  changes: ['cooperatives/members', 'financial/members', 'members', 'member-portal'],
  params: memberParams,
  reply: kept,
  message: 'Photo removed',
})
