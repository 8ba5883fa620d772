import { messagesAreSaved } from '#features/access/notifications/rules/delivery.ts'
import { Frame, type PageProps } from './Frame.tsx'

/** Where a guarantor answers by a consent link. The page itself names no one: its script asks for the terms with the end of the address, which no server and no preview of a messenger is sent. */
export function Consent({ assets }: PageProps) {
  return (
    <Frame
      assets={assets}
      path="/consent"
      title="Guarantor consent · Ajose"
      description="The page on which a guarantor reads the terms of a loan and answers."
      styles={['check', 'form']}
      scripts={['consent']}
      still
    >
      <div className="inside check consent">
        <h1 id="title">Guarantor consent</h1>
        <noscript>
          <p>This page needs JavaScript. Turn it on, or ask your society for the paper form.</p>
        </noscript>
        <p id="told" className="told needs-script" role="status">
          Loading the terms…
        </p>
        <div id="terms" className="check consent__terms" hidden>
          <p id="asked" />
          <div className="check__sheet">
            <dl>
              {facts.map(([name, label]) => [
                <dt key={name}>{label}</dt>,
                <dd key={`${name}-value`} data-fact={name} />,
              ])}
            </dl>
          </div>
          <h2>What you agree to</h2>
          <ul id="sentences" className="check__sheet consent__sentences" />
          <form id="answer" className="sheet">
            <p>
              To accept or decline you need a code. It is sent as an SMS to the phone that your society has for you,
              ending in <strong id="phone" />.{' '}
              <span id="saved" hidden>
                {messagesAreSaved}
              </span>
            </p>
            <button type="button" id="send" className="button button--primary">
              Send me a code
            </button>
            <div id="coded" className="check consent__terms" hidden>
              <label>
                Code from the SMS
                <input
                  name="code"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={7}
                  required
                  aria-describedby="code-error"
                />
                <span className="error" id="code-error" />
              </label>
              <button type="submit" value="accept" className="button button--primary" id="accept">
                Accept
              </button>
              <button type="submit" value="decline" className="button consent__second">
                Decline
              </button>
            </div>
            <p className="note">Don’t share the code with anyone, not even an officer of your society.</p>
          </form>
        </div>
      </div>
    </Frame>
  )
}

const facts = [
  ['society', 'Society'],
  ['borrower', 'Borrower'],
  ['membershipno', 'Membership number'],
  ['loan', 'Loan'],
  ['principal', 'Amount'],
  ['instalments', 'Repaid in'],
  ['amount', 'You pledge'],
] as const
