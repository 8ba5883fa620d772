import * as z from 'zod/mini'
import type { DocumentId, MemberId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { paper, paperBytesMax, removed } from '#core/contract/papers.ts'

const memberParams = z.object({ memberId: id<MemberId>() })
const documentParams = z.object({ memberId: id<MemberId>(), documentId: id<DocumentId>() })

const memberDocument = z.extend(paper<DocumentId>(), { removed })

export const listMemberDocuments = endpoint({
  method: 'GET',
  path: '/financial/members/:memberId/documents',
  summary: 'The papers of a member, the first added first, and those that were removed. A member sees their own.',
  access: 'photo.read',
  params: memberParams,
  reply: z.array(memberDocument),
})

export const addMemberDocument = endpoint({
  method: 'POST',
  path: '/financial/members/:memberId/documents',
  summary: 'Adds a paper (PDF, JPEG or PNG, at most 5 MB) in the field `file`.',
  access: 'member.update',
  says: ['members', "Added a member's document"],
  changes: ['cooperatives/members', 'financial/members', 'members', 'member-portal'],
  params: memberParams,
  upload: { bytesMax: paperBytesMax },
  reply: memberDocument,
  status: 201,
  message: 'Paper added',
})

export const downloadMemberDocument = endpoint({
  method: 'GET',
  path: '/financial/members/:memberId/documents/:documentId',
  summary: 'A paper of a member as it was stored, for officers and themselves.',
  access: 'photo.read',
  says: ['files', "Opened a member's document"],
  params: documentParams,
  kind: 'file',
  reply: z.null(),
})

export const removeMemberDocument = endpoint({
  method: 'DELETE',
  path: '/financial/members/:memberId/documents/:documentId',
  summary: 'Removes a paper: the file is gone, and its line says who removed it and when.',
  access: 'member.update',
  says: ['members', "Removed a member's document"],
  changes: ['cooperatives/members', 'financial/members', 'members', 'member-portal'],
  params: documentParams,
  reply: memberDocument,
  message: 'Paper removed',
})
