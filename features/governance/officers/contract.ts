import * as z from 'zod/mini'
import { endReasons, postOffices, waysToPost } from './rules/words.ts'
import { postsMax, seatsMax } from './rules/post.ts'
import type { ElectionId, MeetingId, MemberId, PostId, TermId } from '#core/ids.ts'
import { meetings, people } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, listQuery, optionalText, requiredText } from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from '#features/governance/meetings/strings.ts'

const office = z.enum(postOffices, fill(strings.useOneOf, { join: postOffices.join(', ') }))
const wayToPost = z.enum(waysToPost, fill(strings.useOneOf, { join: waysToPost.join(', ') }))
const endReason = z.enum(endReasons, fill(strings.useOneOf, { join: endReasons.join(', ') }))

const postFields = {
  name: requiredText(strings.enterTheNameOfThe, 80),
  /** Left out for an officer of the society. */
  committee: optionalText(80),
  /** Whose rights in the admin area come with the post; null where it has none. */
  office: z.nullable(office),
  seats: z
    .int(strings.enterAWholeNumber)
    .check(z.minimum(1, strings.enterOrMore), z.maximum(seatsMax, fill(strings.enterAtMostSeatsMax, { seatsMax }))),
}

const term = z.object({
  id: id<TermId>(),
  postId: id<PostId>(),
  post: z.string(),
  memberId: id<MemberId>(),
  name: z.string(),
  startedOn: day,
  /** The last day by the bye-laws; null where none is set. */
  endsOn: z.nullable(day),
  /** Null while the term is open. */
  endedOn: z.nullable(day),
  cameBy: z.enum(waysToPost),
  meetingId: z.nullable(id<MeetingId>()),
  electionId: z.nullable(id<ElectionId>()),
  endReason: z.nullable(z.enum(endReasons)),
  endNote: z.nullable(z.string()),
  /** Which term of this member on this post it is, from 1. */
  number: z.number(),
  recordedBy: z.string(),
})

const post = z.object({
  id: id<PostId>(),
  name: z.string(),
  committee: z.nullable(z.string()),
  office: z.nullable(z.enum(postOffices)),
  seats: z.number(),
  holders: z.array(
    z.object({
      termId: id<TermId>(),
      /** For officers. */
      memberId: z.nullable(id<MemberId>()),
      name: z.string(),
      startedOn: day,
      endsOn: z.nullable(day),
      cameBy: z.enum(waysToPost),
      number: z.number(),
    }),
  ),
})

const register = z.object({
  posts: z.array(post),
  /** Where rights and register differ; empty for members. */
  differences: z.array(
    z.object({
      kind: z.enum(['not_in_register', 'without_rights']),
      memberId: id<MemberId>(),
      name: z.string(),
      office: z.enum(postOffices),
      /** The post that is held without its rights. */
      post: z.nullable(z.string()),
    }),
  ),
})

export const getOfficers = endpoint({
  method: 'GET',
  path: '/governance/posts',
  summary:
    'The posts of the society with who holds them now. Officers also read where the register and the rights in the admin area differ: the register gives no rights.',
  access: 'meeting.read',
  reply: register,
})

export const addPosts = endpoint({
  method: 'POST',
  path: '/governance/posts',
  summary: 'Adds posts to the register. With two or more officers it waits for another one.',
  access: 'configuration.update',
  says: ['meetings', 'Added posts to the register of officers'],
  changes: meetings,
  mayWait: true,
  body: z.strictObject({
    posts: z
      .array(z.strictObject(postFields), strings.sendThePostsAsA)
      .check(
        z.minLength(1, strings.sendAtLeastOnePost),
        z.maxLength(postsMax, fill(strings.sendAtMostPosts, { postsMax })),
      ),
  }),
  reply: register,
  status: 201,
  message: 'Posts added',
})

export const updatePost = endpoint({
  method: 'PUT',
  path: '/governance/posts/:postId',
  summary:
    'Changes a post or closes it. What members hold of the admin area stays as it is. With two or more officers it waits for another one.',
  access: 'configuration.update',
  says: ['meetings', 'Changed a post in the register of officers'],
  changes: meetings,
  mayWait: true,
  params: z.object({ postId: id<PostId>() }),
  body: z.strictObject({ ...postFields, isClosed: z.boolean(strings.useTrueOrFalse) }),
  reply: register,
  message: 'Post changed',
})

export const listTerms = endpoint({
  method: 'GET',
  path: '/governance/terms',
  summary: 'Who holds and held the posts, the latest first.',
  access: 'meeting.review',
  query: listQuery(['startedOn'], {
    postId: z.optional(id<PostId>()),
    memberId: z.optional(id<MemberId>()),
    show: z.optional(z.enum(['current', 'past'], strings.useCurrentOrPast)),
  }),
  kind: 'list',
  reply: term,
})

export const recordTerm = endpoint({
  method: 'POST',
  path: '/governance/terms',
  summary:
    'Enters a holder into the register, also one from before it. It gives no rights: those are given on the member’s page, or by the hand-over after an election. With two or more officers a term that began or ended before today, or of a post that is being elected, waits for another one.',
  access: 'meeting.manage',
  says: ['meetings', 'Recorded a term in the register of officers'],
  changes: ['cooperatives/profile', ...meetings, ...people],
  mayWait: true,
  body: z.strictObject({
    postId: id<PostId>(),
    memberId: id<MemberId>(),
    startedOn: day,
    endsOn: z.optional(z.nullable(day)),
    endedOn: z.optional(z.nullable(day)),
    cameBy: wayToPost,
    meetingId: z.optional(z.nullable(id<MeetingId>())),
    endReason: z.optional(z.nullable(endReason)),
    endNote: optionalText(200),
  }),
  reply: term,
  status: 201,
  message: 'Term recorded',
})

export const endTerm = endpoint({
  method: 'POST',
  path: '/governance/terms/:termId/end',
  summary:
    'Ends a term in the register. It takes no rights: those are taken on the member’s page. With two or more officers one that ended before today waits for another one.',
  access: 'meeting.manage',
  says: ['meetings', 'Ended a term in the register of officers'],
  changes: ['cooperatives/profile', ...meetings, ...people],
  mayWait: true,
  params: z.object({ termId: id<TermId>() }),
  body: z.strictObject({ endedOn: day, endReason, endNote: optionalText(200) }),
  reply: term,
  message: 'Term ended',
})
