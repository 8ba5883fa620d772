import { useNavigate } from '#ui/router/place.ts'
import { useRef } from 'react'
import './BrandText.css'
import * as strings from './strings.ts'

/** The small print under every login; three clicks, each within a second of the one before, open the super admin's. */
export function BrandText() {
  const navigate = useNavigate()
  const clicks = useRef<number[]>([])
  return (
    // Out of the tab order: it is no control for the people who use this page, who find their ways in the links above.
    <button
      type="button"
      tabIndex={-1}
      className="brand-text"
      onClick={() => {
        const now = Date.now()
        const before = clicks.current.at(-1) ?? 0
        clicks.current = now - before <= 1000 ? [...clicks.current, now] : [now]
        if (clicks.current.length < 3) return
        clicks.current = []
        navigate({ to: '/super-admin/login' })
      }}
    >
      {strings.ajoseDoingThingsTogether}
    </button>
  )
}
