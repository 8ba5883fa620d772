import { useRef } from 'react'
import type { Endpoint, Parsed } from '#contract/endpoint.ts'
import { ApiError, isConnectionProblem } from './api-error.ts'
import { type CallReply, call } from './call.ts'
import { newKey } from './new-key.ts'
import { renew } from './renewal.ts'
import { type Callbacks, useWork, type Work } from './use-work.ts'

export type Action<E> = Work<Parsed<E>, CallReply<E>>

/**
 * One action of a person: `useAction(postContribution, { onSuccess })`. Its idempotency key stays the same until the
 * server has given a definite answer, so pressing again after a lost reply never posts twice. After it, all that is shown
 * is asked for again, before `onSuccess`.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  options: Callbacks<Parsed<E>, CallReply<E>> = {},
): Action<E> {
  const key = useRef<string>(undefined)
  return useWork(async (input: Parsed<E>) => {
    key.current ??= newKey()
    try {
      const reply = await call(endpoint, input, { key: key.current })
      key.current = undefined
      if (endpoint.access !== 'public') await renew()
      return reply
    } catch (error) {
      if (!isConnectionProblem(error)) key.current = undefined
      // A refusal is often another officer's doing: what they did is asked for too. What was wrongly filled in changed nothing.
      if (endpoint.access !== 'public' && !(error instanceof ApiError && error.status === 422)) void renew()
      throw error
    }
  }, options)
}
