import { type ComponentType, createElement, use } from 'react'

/** A component in a file of its own, loaded when it is first needed. */
export type Part<Props extends object> = {
  View: ComponentType<Props>
  /** Begins loading; undefined once it is there, so that nobody waits a moment for nothing. */
  load: () => Promise<unknown> | undefined
}

export function part<Props extends object>(read: () => Promise<ComponentType<Props>>): Part<Props> {
  let found: ComponentType<Props> | undefined
  let coming: Promise<void> | undefined
  const load = () => {
    if (found) return undefined
    coming ??= read().then(
      (component) => void (found = component),
      (problem: unknown) => {
        // The next try asks the network again.
        coming = undefined
        throw problem
      },
    )
    return coming
  }
  function View(props: Props) {
    const waiting = load()
    if (waiting) use(waiting)
    return found ? createElement(found, props) : null
  }
  return { View, load }
}
