import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createElement, use } from 'react'

/** What a file of its own shows. `begin` asks for what it will show at first, for whoever waits before it may be drawn. */
export type Shown<Props extends object> = ComponentType<Props> & { begin?: (queries: QueryClient) => void }

/** A component in a file of its own, loaded when it is first needed. */
export type Part<Props extends object> = {
  View: ComponentType<Props>
  /** Begins loading; undefined once it is there, so that no one waits a moment for nothing. */
  load: () => Promise<unknown> | undefined
  /** Undefined before it is there. */
  found: () => Shown<Props> | undefined
}

export function part<Props extends object>(read: () => Promise<Shown<Props>>): Part<Props> {
  let found: Shown<Props> | undefined
  let coming: Promise<void> | undefined
  let failed: { problem: unknown } | undefined
  const load = () => {
    if (found) return undefined
    failed = undefined
    coming ??= read().then(
      (component) => void (found = component),
      (problem: unknown) => {
        // Who goes there again asks the network again.
        coming = undefined
        failed = { problem }
        throw problem
      },
    )
    return coming
  }
  function View(props: Props) {
    // Drawing it again is no new try, else it would wait for ever for what can't come.
    if (failed) throw failed.problem
    const waiting = load()
    if (waiting) use(waiting)
    return found ? createElement(found, props) : null
  }
  return { View, load, found: () => found }
}
