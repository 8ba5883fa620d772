import { useCallback, useEffect, useRef, useState } from 'react'
import type { Endpoint, Parsed } from '#contract/endpoint.ts'
import { ApiError, isConnectionProblem } from './api-error.ts'
import { type CallReply, call } from './call.ts'
import { newKey } from './new-key.ts'
import { renew } from './renewal.ts'

type Callbacks<E> = {
  onSuccess?: (reply: CallReply<E>, input: Parsed<E>) => unknown
  onError?: (error: Error, input: Parsed<E>) => unknown
  onSettled?: () => unknown
}

type State<E> = {
  status: 'idle' | 'pending' | 'success' | 'error'
  data: CallReply<E> | undefined
  error: Error | null
  variables: Parsed<E> | undefined
}

/** Named as a mutation of TanStack Query is, so that either can be behind a form. */
export type Action<E> = Omit<State<E>, 'status'> & {
  isPending: boolean
  isSuccess: boolean
  isError: boolean
  mutate: (input: Parsed<E>, callbacks?: Callbacks<E>) => void
  mutateAsync: (input: Parsed<E>) => Promise<CallReply<E>>
  reset: () => void
}

const idle = { status: 'idle', data: undefined, error: null, variables: undefined } as const

/**
 * One action of a person: `useAction(postContribution, { onSuccess })`. Its idempotency key stays the same until the
 * server has given a definite answer, so pressing again after a lost reply never posts twice. After it, all that is shown
 * is asked for again, before `onSuccess`.
 * The forms before login use it without TanStack Query, which their first load then does not need.
 */
export function useAction<E extends Endpoint>(endpoint: E, options: Callbacks<E> = {}): Action<E> {
  const [state, setState] = useState<State<E>>(idle)
  const latest = useRef({ endpoint, options })
  const key = useRef<string>(undefined)
  const run = useRef(0)
  useEffect(() => {
    latest.current = { endpoint, options }
  })

  const mutateAsync = useCallback(async (input: Parsed<E>): Promise<CallReply<E>> => {
    run.current += 1
    const mine = run.current
    const set = (next: State<E>) => mine === run.current && setState(next)
    set({ ...idle, status: 'pending', variables: input })
    const { endpoint: asked, options: callbacks } = latest.current
    key.current ??= newKey()
    try {
      const reply = await call(asked, input, { key: key.current })
      key.current = undefined
      if (asked.access !== 'public') await renew()
      await callbacks.onSuccess?.(reply, input)
      set({ status: 'success', data: reply, error: null, variables: input })
      return reply
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      if (!isConnectionProblem(error)) key.current = undefined
      // A refusal is often another officer's doing: what they did is asked for too. What was wrongly filled in changed nothing.
      if (asked.access !== 'public' && !(error instanceof ApiError && error.status === 422)) void renew()
      await callbacks.onError?.(error, input)
      set({ status: 'error', data: undefined, error, variables: input })
      throw error
    } finally {
      await callbacks.onSettled?.()
    }
  }, [])

  const mutate = useCallback(
    (input: Parsed<E>, callbacks: Callbacks<E> = {}) => {
      mutateAsync(input)
        .then(
          (reply) => callbacks.onSuccess?.(reply, input),
          (error: Error) => callbacks.onError?.(error, input),
        )
        .finally(() => callbacks.onSettled?.())
        .catch((error: unknown) => reportError(error))
    },
    [mutateAsync],
  )

  const reset = useCallback(() => {
    run.current += 1
    setState(idle)
  }, [])

  const { status, ...rest } = state
  return {
    ...rest,
    isPending: status === 'pending',
    isSuccess: status === 'success',
    isError: status === 'error',
    mutate,
    mutateAsync,
    reset,
  }
}
