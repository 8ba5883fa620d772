import type { ReactNode } from 'react'
import type { Feature } from './content.ts'

const paths: Record<string, ReactNode> = {
  members: (
    <>
      <circle cx="9" cy="8" r="3.5" />
      <path d="M2.5 20c.6-4 3-6 6.5-6s5.9 2 6.5 6M16 5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3.2 2.6 3.5 5.5" />
    </>
  ),
  loans: (
    <>
      <rect x="2.5" y="6" width="19" height="12" rx="2" />
      <circle cx="12" cy="12" r="2.8" />
      <path d="M6 12h.01M18 12h.01" />
    </>
  ),
  analytics: <path d="M4 20V9M10 20V4M16 20v-8M22 20H2" />,
  meetings: (
    <>
      <rect x="3" y="4.5" width="18" height="16.5" rx="2" />
      <path d="M3 9.5h18M8 2.5v4M16 2.5v4M8 14l2.5 2.5L16 12" />
    </>
  ),
  portal: (
    <>
      <rect x="7" y="2.5" width="10" height="19" rx="2.5" />
      <path d="M11 18.5h2" />
    </>
  ),
  payments: (
    <>
      <rect x="2.5" y="5" width="19" height="14" rx="2" />
      <path d="M2.5 10h19M6 15h4" />
    </>
  ),
  chat: <path d="M4 20l1.2-4A8 8 0 1 1 8 19z" />,
  call: <path d="M6 3h3l1.5 5-2 1.5a12 12 0 0 0 6 6l1.5-2 5 1.5v3a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2z" />,
  email: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="2" />
      <path d="M3 7l9 6 9-6" />
    </>
  ),
  up: <path d="M12 19V5M6 11l6-6 6 6" />,
  down: <path d="M6 9l6 6 6-6" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  pause: <path className="pause__mark" d="M9 6v12M15 6v12" />,
  next: <path d="M9 5l7 7-7 7" />,
}

export function Icon({ name }: { name: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {paths[name]}
    </svg>
  )
}

export function LogoMark() {
  return <img src="/favicon.svg" alt="" width="32" height="32" />
}

/** What has no screen yet is drawn: an object in ink with one marigold shape. */
export function Drawing({ of }: { of: Feature['id'] }) {
  const drawing = drawings[of]
  if (!drawing) throw new Error(`There is neither a screen nor a drawing of ${of}`)
  return (
    <svg className="drawing" viewBox="0 0 320 240" role="img" aria-label={drawing.says}>
      {drawing.lines}
    </svg>
  )
}

const drawings: Partial<Record<Feature['id'], { says: string; lines: ReactNode }>> = {
  loans: {
    says: 'Drawing: an open passbook with a line for each instalment, the last one struck with a double rule',
    lines: (
      <>
        <path d="M160 62v140M160 62c-28-18-72-20-104-10v140c32-10 76-8 104 10 28-18 72-20 104-10V52c-32-10-76-8-104 10z" />
        <path d="M76 84c20-4 42-3 64 4M76 108c20-4 42-3 64 4M76 132c20-4 42-3 64 4M180 88c22-7 44-8 64-4M180 112c22-7 44-8 64-4M180 136c22-7 44-8 64-4M180 160c22-7 44-8 64-4M180 166c22-7 44-8 64-4" />
        <circle className="marigold" cx="108" cy="162" r="19" />
        <path d="M101 171v-18l14 18v-18M97 159h22M97 165h22" />
      </>
    ),
  },
  meetings: {
    says: 'Drawing: stools around a round table seen from above, with the minute book open on it',
    lines: (
      <>
        <circle cx="160" cy="122" r="62" />
        <path className="marigold" d="M128 104l32 6 32-6v36l-32 6-32-6z" />
        <path d="M160 110v36M136 116l16 3M136 126l16 3M168 119l16-3M168 129l16-3" />
        <circle cx="160" cy="34" r="15" />
        <circle cx="236" cy="78" r="15" />
        <circle cx="236" cy="166" r="15" />
        <circle cx="160" cy="210" r="15" />
        <circle cx="84" cy="166" r="15" />
        <circle cx="84" cy="78" r="15" />
        <circle cx="160" cy="34" r="8" />
        <circle cx="236" cy="78" r="8" />
        <circle cx="236" cy="166" r="8" />
        <circle cx="160" cy="210" r="8" />
        <circle cx="84" cy="166" r="8" />
        <circle cx="84" cy="78" r="8" />
      </>
    ),
  },
  payments: {
    says: 'Drawing: a coin on its way from a phone into a kolo, the wooden savings box',
    lines: (
      <>
        <rect x="52" y="58" width="72" height="136" rx="12" />
        <path d="M78 180h20M66 84h44M66 98h28" />
        <path d="M186 122h88v72h-88zM186 122l18-20h88l-18 20M292 102v70l-18 22M216 112h34M206 146h48M206 162h48" />
        <path d="M128 74c22-26 66-30 92-4" strokeDasharray="5 7" />
        <circle className="marigold" cx="232" cy="84" r="14" />
        <path d="M227 90V78l10 12V78" />
      </>
    ),
  },
}
