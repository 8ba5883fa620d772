import type { ReactNode } from 'react'
import './Fold.css'

/** Fields that few people need, folded away under their name. `open` unfolds them at first. */
export function Fold({
  title,
  note,
  open = false,
  children,
}: {
  title: string
  note?: string
  open?: boolean
  children: ReactNode
}) {
  return (
    <details className="fold" {...(open ? { open } : {})}>
      <summary>
        <span>{title}</span>
        {note && <span className="fold__note">{note}</span>}
      </summary>
      <div className="fold__inside stack">{children}</div>
    </details>
  )
}
