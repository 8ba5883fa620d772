import { useRef } from 'react'
import { type Endpoint, isReading, type Parsed } from '#core/contract/endpoint.ts'
import { ApiError, SentForApproval, Unanswered, isConnectionProblem } from './api-error.ts'
import { buildRequest } from './build-request.ts'
import { type CallReply, call } from './call.ts'
import { newKey } from './new-key.ts'
import { renew } from './renewal.ts'
import { type Outcome, submitted, type Tell } from './submitting.ts'
import { type Callbacks, useWork, type Work } from './use-work.ts'
import * as strings from './strings.ts'

export type Action<E> = Work<Parsed<E>, CallReply<E>>

type Sent<Input> = { input: Input; key: string; tell: Tell }

/** Answers that say nothing about an earlier try: its key was not looked for. */
const beforeTheKey = [401, 428, 429]

/**
 * One action of a person: `useAction(postContribution, { onSuccess })`. A request whose reply was lost is remembered by
 * its path: until the server gives a definite answer, pressing again sends that very request under its own key, whatever
 * the fields say meanwhile, so nothing is recorded twice. The form that it came from keeps its fields closed for as long.
 * After it, all that is shown is asked for again, before `onSuccess`.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  options: Callbacks<Parsed<E>, CallReply<E>> = {},
): Action<E> {
  const lost = useRef(new Map<string, Sent<Parsed<E>>>())
  const isPublic = endpoint.access === 'public'
  const writes = !isPublic && !isReading(endpoint)
  return useWork(async (input, { again, settled }) => {
    const { path, body } = buildRequest(endpoint, (input ?? {}) as Record<string, unknown>)
    const before = lost.current.get(path)
    const sent = before ?? { input, key: newKey(), tell: writes ? submitted() : () => undefined }
    let outcome: Outcome = { state: 'refused' }
    settled(() => sent.tell(outcome))
    sent.tell({ state: 'sent' })
    try {
      // Before login nothing is posted, and what was mistyped must be open to another try.
      const reply = await call(endpoint, writes ? sent.input : input, { key: sent.key })
      lost.current.delete(path)
      outcome = { state: 'done' }
      if (!isPublic) await renew()
      if (before && writes && buildRequest(endpoint, before.input as Record<string, unknown>).body !== body)
        throw new ApiError(strings.whatYouSentFirstWas, { status: 409 })
      return reply
    } catch (error) {
      const isLost =
        isConnectionProblem(error) ||
        (before !== undefined &&
          outcome.state !== 'done' &&
          error instanceof ApiError &&
          beforeTheKey.includes(error.status))
      if (isLost) lost.current.set(path, sent)
      else lost.current.delete(path)
      if (isLost) outcome = { state: 'lost', again }
      if (error instanceof SentForApproval) outcome = { state: 'done' }
      // A refusal is often another officer's doing: what they did is asked for too. What was wrongly filled in changed nothing.
      if (!isPublic && !(error instanceof ApiError && error.status === 422)) void renew()
      throw writes && isConnectionProblem(error) ? new Unanswered(error as ApiError) : error
    }
  }, options)
}
