import { useCallback, useRef } from 'react'
import type { Endpoint, Parsed } from '#contract/endpoint.ts'
import { isConnectionProblem } from './api-error.ts'
import { type CallReply, call } from './call.ts'
import { newKey } from './new-key.ts'

/**
 * One action of a person on a form: `useMutation({ mutationFn: useAction(postContribution) })`. Its key stays the same
 * until the server has given a definite answer, so pressing again after a lost reply never posts twice.
 */
export function useAction<E extends Endpoint>(endpoint: E): (input: Parsed<E>) => Promise<CallReply<E>> {
  const key = useRef<string>(undefined)
  return useCallback(
    async (input) => {
      key.current ??= newKey()
      try {
        const reply = await call(endpoint, input, { key: key.current })
        key.current = undefined
        return reply
      } catch (error) {
        if (!isConnectionProblem(error)) key.current = undefined
        throw error
      }
    },
    [endpoint],
  )
}
