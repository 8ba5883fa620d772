import { support } from '#core/support.ts'
import type { PageProps } from './Frame.tsx'
import { type Part, Prose } from './Prose.tsx'

const parts: readonly Part[] = [
  {
    id: 'books',
    title: 'Books that cannot be bent quietly',
    text: (
      <ul>
        <li>
          Every movement of money is a double entry. One that does not balance is not posted, and the database itself
          enforces it.
        </li>
        <li>A posted entry is never changed or deleted. A mistake is reversed by a second entry.</li>
        <li>
          Entries are numbered without a gap and each is sealed with a fingerprint of the one before it, so that a
          missing or altered one is noticed.
        </li>
        <li>Amounts are whole kobo, never rounded in storage.</li>
        <li>An action that is sent twice, because the network was slow or a finger was quick, is recorded once.</li>
      </ul>
    ),
  },
  {
    id: 'walls',
    title: 'Walls between societies',
    text: (
      <p>
        Each society's rows are locked to it in the database (row-level security). A mistake in the program above cannot
        show them to another society, because the database refuses. A member's session reaches their own rows only.
        Automatic tests try every call of the system as a stranger, as another society and as another member.
      </p>
    ),
  },
  {
    id: 'logins',
    title: 'Logins',
    text: (
      <ul>
        <li>
          Passwords are kept as Argon2id hashes. No one here can read one, and no one from Ajose will ask you for one.
        </li>
        <li>Members choose their own password after proving themselves with a code from their society.</li>
        <li>
          Sessions last 15 minutes at a time and are renewed with a token that works once. A stolen token that is used a
          second time ends the session.
        </li>
        <li>
          After 5 wrong passwords within 15 minutes strangers must wait; a device that you have used before is not
          locked out with them.
        </li>
        <li>After 30 minutes without a touch you are logged out.</li>
      </ul>
    ),
  },
  {
    id: 'encryption',
    title: 'Encryption',
    text: (
      <ul>
        <li>
          Between your browser and the service: HTTPS, which the operator of an installation sets up before it is opened
          to the public. Look for it in the address bar.
        </li>
        <li>
          On the disk: as the operator's hosting does it. Answers kept for repeated requests are sealed with a key that
          only the requester has. We do not claim that every field in the database is encrypted by itself.
        </li>
        <li>
          In the browser: a strict content security policy. No script from elsewhere runs on our pages, and nothing is
          loaded from other companies.
        </li>
      </ul>
    ),
  },
  {
    id: 'two-people',
    title: 'Two people for large amounts',
    text: (
      <p>
        An approval by a second officer for loans, withdrawals and reversals, from an amount that the society sets,{' '}
        <strong>is coming and not yet there</strong>. Until then the books show which login recorded each entry.
      </p>
    ),
  },
  {
    id: 'backups',
    title: 'Backups',
    text: (
      <p>
        What we acknowledge as saved is written to disk by the database before the answer is sent, and survives a crash.
        A copy on another machine is a matter of the operator's hosting today: scheduled, encrypted copies with a
        rehearsed return <strong>are in work and not yet part of the product</strong>. Ask your operator where the
        copies are and when one was last brought back.
      </p>
    ),
  },
  {
    id: 'report',
    title: 'Reporting a flaw',
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
        <li>A login of their own for each officer, and no password on the wall of the office.</li>
        <li>Log out on phones that others use.</li>
        <li>
          Compare the cash with the book at every meeting, and let members look at their own figures: many eyes are the
          oldest security of a cooperative.
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
      title="Security of Ajose: what we do and what we do not claim"
      description="How Ajose keeps the records of cooperative societies safe: books that cannot be bent, walls between societies, logins, encryption, backups, reporting a flaw."
      heading="Security"
      lead="It is other people's savings. So this page says what is done, and just as plainly what is not done yet."
      parts={parts}
    />
  )
}
