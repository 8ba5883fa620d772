import { useCallback, useEffect, useRef, useState } from 'react'

export type Callbacks<Input, Reply> = {
  onSuccess?: (reply: Reply, input: Input) => unknown
  onError?: (error: Error, input: Input) => unknown
  onSettled?: () => unknown
}

type State<Input, Reply> = {
  status: 'idle' | 'pending' | 'success' | 'error'
  data: Reply | undefined
  error: Error | null
  variables: Input | undefined
}

export type Work<Input, Reply> = Omit<State<Input, Reply>, 'status'> & {
  isPending: boolean
  isSuccess: boolean
  isError: boolean
  mutate: (input: Input, callbacks?: Callbacks<Input, Reply>) => void
  mutateAsync: (input: Input) => Promise<Reply>
  reset: () => void
}

const idle = { status: 'idle', data: undefined, error: null, variables: undefined } as const

/**
 * Something that a person starts and a screen waits for, with how it went. Named as a mutation of TanStack Query is, which
 * the first load is without: the forms before login need no client of it, and nothing needs its cache of mutations. What was
 * started before the last time, or before `reset`, changes nothing on the screen.
 */
export function useWork<Input, Reply>(
  work: (input: Input) => Promise<Reply>,
  options: Callbacks<Input, Reply> = {},
): Work<Input, Reply> {
  const [state, setState] = useState<State<Input, Reply>>(idle)
  const latest = useRef({ work, options })
  const run = useRef(0)
  useEffect(() => {
    latest.current = { work, options }
  })

  const mutateAsync = useCallback(async (input: Input): Promise<Reply> => {
    run.current += 1
    const mine = run.current
    const set = (next: State<Input, Reply>) => mine === run.current && setState(next)
    set({ ...idle, status: 'pending', variables: input })
    const { work: begin, options: callbacks } = latest.current
    try {
      const reply = await begin(input)
      await callbacks.onSuccess?.(reply, input)
      set({ status: 'success', data: reply, error: null, variables: input })
      return reply
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      await callbacks.onError?.(error, input)
      set({ status: 'error', data: undefined, error, variables: input })
      throw error
    } finally {
      await callbacks.onSettled?.()
    }
  }, [])

  const mutate = useCallback(
    (input: Input, callbacks: Callbacks<Input, Reply> = {}) => {
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
