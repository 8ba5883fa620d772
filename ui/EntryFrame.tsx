import type { ReactNode } from 'react'
import './EntryFrame.css'
import { Logo } from './Logo.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import * as strings from './strings.ts'

/** The frame of a page with one form: a cloth panel with a drawing on laptops, only the form on phones. */
export function EntryFrame({
  title,
  description,
  wide = false,
  foot,
  children,
}: {
  title: ReactNode
  description?: ReactNode
  wide?: boolean
  /** Is at the very bottom in small print. */
  foot?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="entry">
      <aside className="entry__cloth adire adire--dark" aria-hidden="true">
        <Circle />
        <p className="entry__motto">{strings.oneHonestBookForYour}</p>
        <p className="entry__more">{strings.savingsSharesAndMembersIn}</p>
      </aside>
      <div className="entry__side">
        <header className="entry__top">
          <a href="/" className="entry__brand" aria-label={strings.ajoseHome}>
            <Logo />
          </a>
          <ThemeToggle />
        </header>
        <main className={`entry__main${wide ? ' entry__main--wide' : ''}`}>
          <h1>{title}</h1>
          {description && <p className="entry__description">{description}</p>}
          {children}
        </main>
        {foot && <footer className="entry__foot">{foot}</footer>}
      </div>
    </div>
  )
}

/** The members of a society in a circle around their one book; each pays in, and one of them is paid out. */
function Circle() {
  return (
    <svg
      className="entry__circle"
      viewBox="34 14 332 332"
      preserveAspectRatio="xMinYMid"
      fill="none"
      stroke="currentcolor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="200" cy="180" r="136" strokeDasharray="1 9" opacity="0.6" />
      <circle cx="200" cy="180" r="99" fill="#ffffff0d" stroke="none" />
      {[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => {
        const isPaid = turn === 45
        return (
          <g key={turn} transform={`rotate(${turn} 200 180)`}>
            <path d="M200 76v10" stroke="var(--on-hero-accent)" strokeWidth="6" strokeDasharray="0 9" />
            <g transform={`translate(200 44) rotate(${-turn})`}>
              <circle
                r="27"
                fill={isPaid ? 'var(--on-hero-accent)' : 'var(--hero)'}
                stroke={isPaid ? 'none' : undefined}
              />
              <g fill={isPaid ? '#14213d' : turn % 90 ? '#46c193' : 'var(--on-hero)'} stroke="none">
                <circle cy="-7" r="7.5" />
                <path d="M-14 15c0-17 28-17 28 0z" />
              </g>
            </g>
          </g>
        )
      })}
      <g stroke="#14213d">
        <path
          d="M200 140c-18-13-46-14-72-7v92c26-7 54-6 72 7 18-13 46-14 72-7v-92c-26-7-54-6-72 7z"
          fill="#fbf9f4"
          stroke="none"
        />
        <path d="M200 140v92" />
        <path
          d="M140 149c16-3 32-2 46 4m-46 14c16-3 32-2 46 4m-46 14c16-3 32-2 46 4m-46 14c16-3 32-2 46 4M214 153c14-6 30-7 46-4M214 171c14-6 30-7 46-4"
          opacity="0.45"
        />
      </g>
      <g stroke="#0b6b4e" strokeWidth="3">
        <circle cx="238" cy="198" r="17" fill="#e1f1ea" />
        <path d="m230 199 6 6 11-13" />
      </g>
    </svg>
  )
}
