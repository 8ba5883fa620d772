import type { ReactNode } from 'react'
import './RowButton.css'

/** What a row is called by, where a press opens it beside its list; `loads` fetches what opens. */
export function RowButton({
  loads,
  onClick,
  children,
}: {
  loads: () => unknown
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button type="button" className="row-button" onPointerEnter={loads} onFocus={loads} onClick={onClick}>
      {children}
    </button>
  )
}
