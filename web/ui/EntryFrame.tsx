import type { ReactNode } from 'react'
import './EntryFrame.css'
import { Logo } from './Logo.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

/** The frame of a page with one form: a cloth panel with a passbook on laptops, only the form on phones. */
export function EntryFrame({
  title, description, wide = false, foot, children,
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
        <Passbook />
        <p className="entry__motto">One honest book for your cooperative.</p>
        <p className="entry__more">Savings, shares and members in one place. Secretaries record, members see, auditors agree.</p>
      </aside>
      <div className="entry__side">
        <header className="entry__top">
          <a href="/" className="entry__brand" aria-label="Ajose, home">
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

/** A page of a savings book, drawn in lines, with one marigold stamp. */
function Passbook() {
  return (
    <svg className="entry__passbook" viewBox="28 20 304 220" fill="none" stroke="currentcolor" strokeWidth="1.6" strokeLinecap="round">
      <rect x="30" y="22" width="300" height="216" rx="12" fill="#ffffff0d" />
      <path d="M30 62h300M118 22v216M226 22v216" opacity="0.55" />
      <g opacity="0.85">
        <path d="M48 43h48M136 43h60M244 43h56" />
        <path d="M48 88h42M136 88h66M262 88h48M48 118h36M136 118h52M254 118h56M48 148h46M136 148h70M268 148h42M48 178h40M136 178h48M258 178h52" opacity="0.7" />
      </g>
      <path d="M244 204h70M244 209h70" strokeWidth="2" />
      <g stroke="#f2b233" strokeWidth="2.4">
        <circle cx="168" cy="204" r="21" />
        <path d="m158 205 7 7 14-16" />
      </g>
    </svg>
  )
}
