import type { ReactNode } from 'react'
import './FigureCard.css'
import { Skeleton } from './Skeleton.tsx'

/** Figures side by side; two a row on phones. */
export function FigureGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <section className="figures" aria-label={label}>
      {children}
    </section>
  )
}

/** One figure: label, value, a line of words. `link` (a router Link) leads to the entries behind it; `title` holds the full value of a short one. */
export function FigureCard(props: {
  label: ReactNode
  value?: ReactNode
  note?: ReactNode
  title?: string
  tone?: 'warning' | 'danger'
  link?: ReactNode
  loading?: boolean
}) {
  const { label, value, note, title, tone, link, loading = false } = props
  // Room for a line of words is kept where one will come, and nowhere else, so that nothing moves when the figures are there.
  const hasNote = 'note' in props
  return (
    <div className={`figure${tone ? ` figure--${tone}` : ''}`}>
      <p className="figure__label">{label}</p>
      <p className="figure__value number" title={title}>
        {loading ? <Skeleton width="7ch" /> : value}
      </p>
      {hasNote && <p className="figure__note">{loading ? <Skeleton width="12ch" /> : note}</p>}
      {link && <p className="figure__link">{link}</p>}
    </div>
  )
}
