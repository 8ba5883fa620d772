import type { ReactNode } from 'react'
import type { Kobo } from '#core/money.ts'
import './FigureCard.css'
import { MoneyText } from './MoneyText.tsx'
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
  tone?: 'warning' | 'danger' | undefined
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

/** Amounts of one thing side by side, grey while it is on its way; one with a tone has it where it is more than nothing. */
export function Figures<Thing>({
  label,
  of,
  amounts,
}: {
  label: string
  of: Thing | undefined
  amounts: readonly (readonly [label: string, of: (thing: Thing) => Kobo, tone?: 'warning' | 'danger'])[]
}) {
  return (
    <FigureGrid label={label}>
      {amounts.map(([name, amountOf, tone]) => {
        const amount = of && amountOf(of)
        return (
          <FigureCard
            key={name}
            label={name}
            loading={amount === undefined}
            value={amount !== undefined && <MoneyText amount={amount} />}
            tone={amount ? tone : undefined}
          />
        )
      })}
    </FigureGrid>
  )
}
