import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Endpoint, Parsed } from '#contract/endpoint.ts'
import { isConnectionProblem } from './api-error.ts'
import { type CallReply, call } from './call.ts'
import { newKey } from './new-key.ts'

/**
 * One action of a person as a mutation: `useAction(postContribution, { onSuccess })`. Its idempotency key stays the
 * same until the server has given a definite answer, so pressing again after a lost reply never posts twice.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  options: Omit<UseMutationOptions<CallReply<E>, Error, Parsed<E>>, 'mutationFn'> = {},
): UseMutationResult<CallReply<E>, Error, Parsed<E>> {
  const key = useRef<string>(undefined)
  return useMutation({
    ...options,
    mutationFn: async (input) => {
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
  })
}
