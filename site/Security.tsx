import { support } from '#core/support.ts'
import { security } from './content.ts'
import type { PageProps } from './Frame.tsx'
import { type Part, Prose } from './Prose.tsx'

const parts: readonly Part[] = [
  ...security.map(({ id, title, claims }) => ({
    id,
    title,
    text: (
      <ul>
        {claims.map(({ says }) => (
          <li key={says}>{says}</li>
        ))}
      </ul>
    ),
  })),
  {
    id: 'report',
    title: 'Reporting a weakness',
    text: (
      <>
        <p>
          Write to <a href={`mailto:${support.email}?subject=Security`}>{support.email}</a> with what you did and what
          you saw (sample address until the operator names the real one), or use the <a href="/contact">contact form</a>{' '}
          with the subject “Security”. The machine-readable form is at{' '}
          <a href="/.well-known/security.txt">/.well-known/security.txt</a>.
        </p>
        <p>
          We answer within 3 business days, tell you what we found, and name you in thanks if you like. We take no legal
          step against anyone who looks in good faith: use your own test society, do not read or change other people's
          records, do not overload the service, and give us 90 days before you publish.
        </p>
      </>
    ),
  },
  {
    id: 'your-part',
    title: 'Your part',
    text: (
      <ul>
        <li>Give each officer their own login, and keep passwords off the office wall.</li>
        <li>Log out on phones that others use.</li>
        <li>
          Compare the cash with the books at every meeting, and let members check their own figures on their phones.
        </li>
      </ul>
    ),
  },
]

export function Security({ assets }: PageProps) {
  return (
    <Prose
      assets={assets}
      path="/security"
      title="Security of Ajose: how your records are protected"
      description="How Ajose keeps the records of cooperative societies safe: books that can’t be changed in secret, two officers for large amounts, logins, encryption, backups, reporting a weakness."
      heading="Security"
      lead="It is other people’s savings. This page says what we do to protect them, and what is left to the operator and to you."
      parts={parts}
    />
  )
}
