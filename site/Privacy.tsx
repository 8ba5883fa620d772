import { support } from '#core/support.ts'
import type { PageProps } from './Frame.tsx'
import { type Part, Prose } from './Prose.tsx'

const parts: readonly Part[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    text: (
      <>
        <p>
          For the records of members, your <strong>cooperative society</strong> is the data controller: it decides what
          is kept about you and why. We, the operator of this Ajose installation, are its{' '}
          <strong>data processor</strong> and act on its instructions.
        </p>
        <p>For logins, the papers of a society and messages that you send us, we are the controller.</p>
        <p>
          Our data protection officer: <a href={`mailto:${support.email}?subject=Data%20protection`}>{support.email}</a>{' '}
          (sample address; the operator of an installation names the officer here).
        </p>
      </>
    ),
  },
  {
    id: 'what',
    title: 'What is kept, why, and on what basis',
    text: (
      <>
        <p>
          The Nigeria Data Protection Act 2023 (section 25) asks for a lawful basis for each use. Ours and your
          society's are these:
        </p>
        <dl>
          <dt>
            Members: name, phone, address, date of birth, gender, marital and employment status, next of kin, nominees
          </dt>
          <dd>
            To keep the register that cooperative law asks of a society, to reach you, and to know who inherits. Basis:
            your membership (contract) and the society's legal obligation.
          </dd>
          <dt>Money: contributions, savings, shares, loans and every entry in the books</dt>
          <dd>To keep the society's accounts and show you yours. Basis: contract and legal obligation.</dd>
          <dt>
            Logins: phone or CoopId, a one-way hash of the password, the times and kinds of device of your sessions
          </dt>
          <dd>To let you in and keep others out. Basis: contract, and the legitimate interest in security.</dd>
          <dt>Audit trail: who did what and when</dt>
          <dd>So that books can be trusted. Basis: legal obligation and legitimate interest.</dd>
          <dt>Papers of a society, such as its registration certificate</dt>
          <dd>To check that the society exists. Basis: legitimate interest in preventing fraud.</dd>
          <dt>Messages on the contact page: name, email, subject, text</dt>
          <dd>
            To answer you. A keyed hash of your network address is kept for one day to stop floods of messages. Basis:
            your request, and legitimate interest.
          </dd>
        </dl>
        <p>
          We use no advertising, no trackers and no profiling. This site sets no cookie for visitors; after a login one
          cookie recognises your device, and the browser's storage keeps your session and your choice of theme.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long',
    text: (
      <ul>
        <li>
          Books and the records under them: as long as the society uses Ajose, and afterwards as long as the law makes
          the society keep them (at least six years).
        </li>
        <li>Register of a member who left: until the society erases it; entries in the books stay.</li>
        <li>
          What you show others with a link to check a statement or a receipt: until 30 days after it expires or you
          withdraw it.
        </li>
        <li>
          Ended sessions and used codes: 30 days. Text of codes and notices: removed once sent. List of what was sent:
          90 days.
        </li>
        <li>Contact messages: two years.</li>
      </ul>
    ),
  },
  {
    id: 'who-sees',
    title: 'Who sees it',
    text: (
      <>
        <p>
          You see your own records. The officers of your society see what their office needs. Other members and other
          societies see nothing of yours. Our super administrator sees the list of societies, their totals and their
          papers, not members' records.
        </p>
        <p>
          <strong>Processors.</strong> The operator's hosting provider keeps the servers. Where SMS, email or payment
          providers are connected they receive the phone number or address and the text that they are to deliver,
          nothing more. This installation connects none until the operator names it here. Nothing is sold.
        </p>
        <p>
          Records leave Nigeria only if the operator's hosting is abroad. The operator then says so here, with the
          protection that sections 41 to 43 of the Act ask for.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: (
      <>
        <p>Under sections 34 to 38 of the Act you may, free of charge:</p>
        <ul>
          <li>know what is kept about you and have a copy, also in a form that a computer can read;</li>
          <li>have what is wrong corrected;</li>
          <li>have erased what is no longer needed or was kept unlawfully;</li>
          <li>object to a use that rests on legitimate interest, and have a use restricted while this is settled;</li>
          <li>take back a consent that you gave, as easily as you gave it;</li>
          <li>not be judged by a machine alone: no loan is decided automatically here.</li>
        </ul>
        <p>Members find the copy, and the way to ask to be erased, in their settings under “My data”.</p>
        <p>
          Ask an officer of your society first, because the society decides; or write to us and we pass it on. You get
          an answer within 30 days.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How it is protected',
    text: (
      <p>
        What we do, and what we do not claim, is on the page <a href="/security">Security</a>. If records are breached
        in a way that puts people at risk, we tell the society at once, the Commission within 72 hours, and the people
        concerned without delay (section 40).
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    text: (
      <p>
        Users must be over 18. Children appear only as next of kin or nominees that a member names; please give no more
        about them than the society needs.
      </p>
    ),
  },
  {
    id: 'complaint',
    title: 'Complaints',
    text: (
      <p>
        Write to our data protection officer first if you can. You may complain to the{' '}
        <strong>Nigeria Data Protection Commission</strong> (NDPC) at any time, at{' '}
        <a href="https://ndpc.gov.ng" rel="noopener">
          ndpc.gov.ng
        </a>
        .
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    text: <p>We announce material changes of this notice 30 days before they take effect.</p>,
  },
]

export function Privacy({ assets }: PageProps) {
  return (
    <Prose
      assets={assets}
      path="/privacy"
      title="Privacy notice of Ajose"
      description="What Ajose keeps about members and visitors, why, on what lawful basis, how long, who sees it, and your rights under the Nigeria Data Protection Act 2023."
      heading="Privacy"
      lead="What is kept about you, why, for how long, and what you can ask for under the Nigeria Data Protection Act 2023."
      parts={parts}
    />
  )
}
