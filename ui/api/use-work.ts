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

/** For the work itself: how it is begun once more as it was, with the same callbacks, and what is done after them. */
export type Run = { again: () => void; settled: (then: () => void) => void }

/**
 * Something that a person starts and a screen waits for, with how it went. Named as a mutation of TanStack Query is, which
 * the first load is without: the forms before login need no client of it, and nothing needs its cache of mutations. It is
 * pending until what follows it is done too, so that a form takes no second press meanwhile. What was started before the
 * last time, or before `reset`, changes nothing on the screen.
 */
export function useWork<Input, Reply>(
  work: (input: Input, run: Run) => Promise<Reply>,
  options: Callbacks<Input, Reply> = {},
): Work<Input, Reply> {
  const [state, setState] = useState<State<Input, Reply>>(idle)
  const latest = useRef({ work, options })
  const run = useRef(0)
  useEffect(() => {
    latest.current = { work, options }
  })

  const start = useCallback(async function begun(input: Input, own: Callbacks<Input, Reply> = {}): Promise<Reply> {
    run.current += 1
    const mine = run.current
    const set = (next: State<Input, Reply>) => mine === run.current && setState(next)
    set({ ...idle, status: 'pending', variables: input })
    const { work: begin, options: callbacks } = latest.current
    let finish = () => {}
    const again = () => void begun(input, own).catch(() => undefined)
    try {
      const reply = await begin(input, { again, settled: (then) => (finish = then) })
      await callbacks.onSuccess?.(reply, input)
      await quietly(() => own.onSuccess?.(reply, input))
      set({ status: 'success', data: reply, error: null, variables: input })
      return reply
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      await callbacks.onError?.(error, input)
      await quietly(() => own.onError?.(error, input))
      set({ status: 'error', data: undefined, error, variables: input })
      throw error
    } finally {
      finish()
      await callbacks.onSettled?.()
      await quietly(() => own.onSettled?.())
    }
  }, [])

  const mutateAsync = useCallback((input: Input) => start(input), [start])

  const mutate = useCallback(
    (input: Input, callbacks: Callbacks<Input, Reply> = {}) => void start(input, callbacks).catch(() => undefined),
    [start],
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

/** What a screen does afterwards is no part of the work: its fault is reported and changes nothing about how that went. */
async function quietly(then: () => unknown): Promise<void> {
  try {
    await then()
  } catch (error) {
    reportError(error)
  }
}
