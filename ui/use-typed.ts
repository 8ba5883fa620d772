import { useEffect, useState } from 'react'

/** A value that is being typed, once it has stayed the same for a moment. `key` says when two are the same. */
export function useTyped<T>(value: T, key: string): T {
  const [settled, setSettled] = useState({ value, key })
  useEffect(() => {
    if (settled.key === key) return undefined
    const timer = setTimeout(() => setSettled({ value, key }), 250)
    return () => clearTimeout(timer)
  }, [value, key, settled.key])
  return settled.value
}
