import { useEffect, useRef } from 'react'
import { openLayer } from '#ui/router/layers.ts'

/** While it is open, Back asks it to `leave` and stays on the page. */
export function useLayer(open: boolean, leave: () => void): void {
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => (open ? openLayer(() => latest.current()) : undefined), [open])
}
