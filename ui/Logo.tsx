import './Logo.css'
import * as strings from './strings.ts'

/** Two hands of dots that meet over a ruled line: adire and ledger. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="logo-mark">
      <rect width="32" height="32" rx="8" fill="#14213d" />
      <circle cx="16" cy="6.6" r="2.6" fill="#f2b233" />
      <circle cx="10.6" cy="12.2" r="2.5" fill="#46c193" />
      <circle cx="21.4" cy="12.2" r="2.5" fill="#46c193" />
      <circle cx="6.6" cy="18.2" r="2.1" fill="#fbf9f4" />
      <circle cx="16" cy="17.2" r="2.1" fill="#fbf9f4" />
      <circle cx="25.4" cy="18.2" r="2.1" fill="#fbf9f4" />
      <path d="M6 23.6h20M6 27h20" stroke="#fbf9f4" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  )
}

export function Logo({ size = 32 }: { size?: number }) {
  return (
    <span className="logo">
      <LogoMark size={size} />
      <span className="logo__word">{strings.ajose}</span>
    </span>
  )
}
