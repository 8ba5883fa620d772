import { support } from '#core/support.ts'
import type { PageProps } from './Frame.tsx'
import { type Part, Prose } from './Prose.tsx'

const parts: readonly Part[] = [
  {
    id: 'who',
    title: 'Who these terms are for',
    text: (
      <>
        <p>
          They are between the operator of this Ajose installation (“we”) and two kinds of users: the cooperative
          society that registers, acting through its officers, and the member who opens a login to see their own
          records.
        </p>
        <p>
          <strong>You must be over 18 years old to use Ajose.</strong> An officer who registers a society confirms that
          the society has allowed it.
        </p>
      </>
    ),
  },
  {
    id: 'service',
    title: 'What we do and what we do not',
    text: (
      <>
        <p>
          Ajose keeps the register and the books of a society: members, savings, shares, contributions and what else is
          marked as working today on the pages <a href="/features">Features</a> and{' '}
          <a href="/integrations">Integrations</a>.
        </p>
        <p>
          We are not a bank and hold no money. Savings, loans and shares are between the society and its members, under
          the society's by-laws and the cooperative law of its state. We do not decide who gets a loan.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Registration and accounts',
    text: (
      <ul>
        <li>
          Give true details. We check a society's papers before it can work with members' records, which typically takes
          1-3 business days, and may ask for more documents.
        </li>
        <li>
          Keep passwords to yourself. What is recorded with your login counts as recorded by you until you tell us that
          it is lost.
        </li>
        <li>Give each officer a login of their own, so that the books show who did what.</li>
        <li>
          Tell us at once if a phone or a password is lost: <a href="/contact">Contact</a>.
        </li>
      </ul>
    ),
  },
  {
    id: 'trial',
    title: 'Trial and payment',
    text: (
      <p>
        The first 30 days are free, without setup fees and without a credit card. Before they end we write to the
        society with the price. Nothing is charged unless the society agrees to it, and it can cancel anytime.
      </p>
    ),
  },
  {
    id: 'records',
    title: 'Whose records they are',
    text: (
      <>
        <p>
          The records belong to the society and its members. The society decides what is recorded and answers for it to
          its members. We work on the records only to run the service, as the <a href="/privacy">privacy notice</a>{' '}
          says.
        </p>
        <p>
          A posted entry is kept and never changed; mistakes are reversed by a second entry. This is how an auditor can
          trust the books, and it cannot be switched off.
        </p>
      </>
    ),
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    text: (
      <>
        <p>
          Do not use Ajose to take savings from the public without the licence that this needs, to hide where money
          comes from, to record people who have not joined, to reach records that are not yours, or to overload the
          service.
        </p>
        <p>
          We may suspend a society that does, or that gave false papers. We say why, and the society can answer. Its
          records are kept while this is settled.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'What we answer for',
    text: (
      <>
        <p>
          We answer for keeping what was acknowledged as saved, for keeping one society's records apart from another's,
          and for damage that we cause deliberately or by gross negligence. We do not answer for decisions that a
          society takes from correct figures, for figures that were entered wrongly, or for a network that fails between
          you and us.
        </p>
        <p>
          Nothing here takes away rights that the Federal Competition and Consumer Protection Act 2018 or other law
          gives you.
        </p>
      </>
    ),
  },
  {
    id: 'end',
    title: 'Ending it',
    text: (
      <p>
        A society can end its use at any time through the <a href="/contact">contact page</a>. It then has 60 days to
        take its records. Afterwards we erase what the law does not make us or the society keep.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes of these terms',
    text: (
      <p>
        <strong>We give 30 days' notice of material changes</strong>, by a message to the officers and here. Who does
        not agree can end the use before the change takes effect.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and disputes',
    text: (
      <p>
        The law of the Federal Republic of Nigeria applies. Write to{' '}
        <a href={`mailto:${support.email}`}>{support.email}</a> first; we answer within 10 business days. What cannot be
        settled goes to mediation and then to the courts of Nigeria.
      </p>
    ),
  },
]

export function Terms({ assets }: PageProps) {
  return (
    <Prose
      assets={assets}
      path="/terms"
      title="Terms and conditions of Ajose"
      description="The terms between Ajose and cooperative societies and their members, in plain English. Users must be over 18; material changes are announced 30 days before."
      heading="Terms and conditions"
      lead="In force from 1 November 2026. In plain English, because you should know what you agree to."
      parts={parts}
    />
  )
}
