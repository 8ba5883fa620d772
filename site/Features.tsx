import { comparison, type Feature, features } from './content.ts'
import { Drawing } from './drawings.tsx'
import { Closing, Frame, Opening, type PageProps, Planned } from './Frame.tsx'
import { loanOf, nairaText } from './loan.ts'
import { Screen } from './Screen.tsx'

const screens: Partial<Record<Feature['id'], [file: string, says: string]>> = {
  members: ['members', 'The register of members with phone numbers, savings and status'],
  analytics: ['books', 'The trial balance with equal sides'],
  portal: ['portal', 'What a member sees on a phone: the contributions month by month'],
}

export function Features({ assets }: PageProps) {
  return (
    <Frame
      assets={assets}
      path="/features"
      title="Features: what Ajose does for a cooperative society"
      description="Member management, smart loans, financial analytics, meetings, a member portal and payments, compared with the notebook and Excel. With a loan calculator."
      styles={['features']}
    >
      <Opening title="Six things that a society does, in one place">
        The pictures show the product with a sample society.
      </Opening>
      <div className="inside band">
        {features.map((feature) => (
          <FeatureRow key={feature.id} feature={feature} assets={assets} />
        ))}
      </div>
      <Comparison />
      <div data-late={assets.script('calculator')}>
        <LoanCalculator />
        <Society />
      </div>
      <Closing />
    </Frame>
  )
}

function FeatureRow({ feature: { id, name, also, line, points }, assets }: PageProps & { feature: Feature }) {
  const screen = screens[id]
  return (
    <section className="feature" id={id}>
      <div>
        <p className="feature__also">{also}</p>
        <h2>{name}</h2>
        <p>{line}</p>
        <ul>
          {points.map(({ says, isPlanned }) => (
            <li key={says}>
              {says} {isPlanned && <Planned />}
            </li>
          ))}
        </ul>
        <p>
          <a href="/signup">
            Sign up and try it
            <span className="visually-hidden">: {name}</span>
          </a>
        </p>
      </div>
      <div className={screen ? 'feature__screen adire adire--dark' : 'feature__drawing adire'}>
        {screen ? <Screen assets={assets} name={screen[0]} says={screen[1]} when="near" /> : <Drawing of={id} />}
      </div>
    </section>
  )
}

function Comparison() {
  return (
    <section className="band band--sunken">
      <div className="inside">
        <h2>Beside the notebook and Excel</h2>
        <p className="lead">What happens in each when it matters.</p>
        <div className="scroll" role="region" aria-label="Comparison with notebook and Excel" tabIndex={0}>
          <table className="compare">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Notebook</th>
                <th scope="col">Excel</th>
                <th scope="col">Ajose</th>
              </tr>
            </thead>
            <tbody>
              {comparison.map(([what, notebook, excel, ajose]) => (
                <tr key={what}>
                  <th scope="row">{what}</th>
                  <td data-in="Notebook">{notebook}</td>
                  <td data-in="Excel">{excel}</td>
                  <td data-in="Ajose">{ajose.says}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  )
}

/** The example that is there before anybody types, and for good where no script runs. */
const example = loanOf(15_000_000n, 1200n, 12, 'equal')

function LoanCalculator() {
  return (
    <section className="band inside" id="calculator">
      <h2>What would a loan cost?</h2>
      <p className="lead">Calculated to the kobo, in your browser. Nothing that you type is sent.</p>
      <div className="calculator">
        <form id="loan" className="sheet needs-script">
          <label>
            Amount in naira
            <input name="amount" inputMode="decimal" defaultValue="150,000" autoComplete="off" />
          </label>
          <label>
            Interest a year, in percent
            <input name="rate" inputMode="decimal" defaultValue="12" autoComplete="off" />
          </label>
          <label>
            Months
            <input name="months" inputMode="numeric" defaultValue="12" autoComplete="off" />
          </label>
          <fieldset>
            <legend>Interest is charged</legend>
            <label className="choice">
              <input type="radio" name="method" value="equal" defaultChecked />
              on the balance still owed (equal instalments)
            </label>
            <label className="choice">
              <input type="radio" name="method" value="flat" />
              on the whole loan (flat)
            </label>
          </fieldset>
        </form>
        <div className="ledger">
          <p className="ledger__title" id="loan-title">
            ₦150,000.00 over 12 months at 12 %
          </p>
          <dl aria-live="polite">
            <div>
              <dt>Each month</dt>
              <dd id="loan-first">{nairaText(example.first)}</dd>
            </div>
            <div>
              <dt>Total interest</dt>
              <dd id="loan-interest">{nairaText(example.interest)}</dd>
            </div>
            <div className="ledger__total">
              <dt>To repay</dt>
              <dd id="loan-total">{nairaText(example.total)}</dd>
            </div>
          </dl>
          <details>
            <summary>Month by month</summary>
            <div className="scroll" role="region" aria-label="Instalments" tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">Month</th>
                    <th scope="col">Principal</th>
                    <th scope="col">Interest</th>
                    <th scope="col">Still owed</th>
                  </tr>
                </thead>
                <tbody id="loan-rows">
                  {example.instalments.map(({ number, principal, interest, balance }) => (
                    <tr key={number}>
                      <td>{number}</td>
                      <td>{nairaText(principal)}</td>
                      <td>{nairaText(interest)}</td>
                      <td>{nairaText(balance)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </div>
      </div>
      <p className="note">An example, not an offer: your society sets its own rates, fees and rules.</p>
    </section>
  )
}

function Society() {
  return (
    <section className="band band--sunken">
      <div className="inside">
        <h2>What would our society look like?</h2>
        <p className="lead">An example of what regular saving adds up to. It is not a promise.</p>
        <div className="calculator">
          <form id="society" className="sheet needs-script">
            <label>
              Members
              <input name="members" inputMode="numeric" defaultValue="40" autoComplete="off" />
            </label>
            <label>
              Monthly contribution of each, in naira
              <input name="monthly" inputMode="decimal" defaultValue="10,000" autoComplete="off" />
            </label>
          </form>
          <div className="ledger">
            <p className="ledger__title" id="society-title">
              40 members, ₦10,000.00 each month
            </p>
            <dl aria-live="polite">
              <div>
                <dt>Collected each month</dt>
                <dd id="society-month">₦400,000.00</dd>
              </div>
              <div>
                <dt>One member's savings after a year</dt>
                <dd id="society-member">₦120,000.00</dd>
              </div>
              <div>
                <dt>A loan of twice those savings</dt>
                <dd id="society-loan">₦240,000.00</dd>
              </div>
              <div className="ledger__total">
                <dt>The society's savings after a year</dt>
                <dd id="society-year">₦4,800,000.00</dd>
              </div>
            </dl>
          </div>
        </div>
      </div>
    </section>
  )
}
