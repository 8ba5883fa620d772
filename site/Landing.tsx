import {
  badges,
  features,
  figures,
  integrations,
  promises,
  questions,
  steps,
  testimonials,
  witnesses,
} from './content.ts'
import { Icon } from './drawings.tsx'
import { Closing, Frame, type PageProps, Planned } from './Frame.tsx'
import { Screen } from './Screen.tsx'

const scenes = [
  ['dashboard', 'What a society and its member see: savings, shares and loans'],
  ['members', 'The register of members with phone numbers, savings and status'],
  ['import', 'Bringing a register from Excel: the columns of the file are matched with the fields'],
  ['books', 'The trial balance with equal sides'],
] as const

const structuredData = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'SoftwareApplication',
      name: 'Ajose',
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Any with a browser',
      description: 'Members, savings, shares, contributions and books of Nigerian cooperative societies.',
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'NGN', description: 'Free 30-day trial' },
    },
    {
      '@type': 'FAQPage',
      mainEntity: questions.map(({ ask, answer }) => ({
        '@type': 'Question',
        name: ask,
        acceptedAnswer: { '@type': 'Answer', text: answer.says },
      })),
    },
  ],
}

export function Landing({ assets }: PageProps) {
  return (
    <Frame
      assets={assets}
      path="/"
      title="Ajose: one honest book for your cooperative"
      description="Ajose keeps the members, savings, shares and contributions of Nigerian cooperative societies in one book that everybody can trust. Free for 30 days."
      styles={['landing']}
      scripts={['rotation']}
      structuredData={structuredData}
    >
      <SampleData />
      <Hero assets={assets} />
      <Figures />
      <FeatureCards />
      <Steps />
      <Testimonials />
      <Security />
      <Integrations />
      <Questions />
      <Closing />
    </Frame>
  )
}

/** Hidden in the file: the server shows it where it has sample data (platform/http/web-files.ts). */
function SampleData() {
  return (
    <p className="sample-data" id="sample-data" hidden>
      <strong>This is a trial with sample data.</strong> Its logins are published, so don't enter the records of real
      people here.
    </p>
  )
}

function Hero({ assets }: PageProps) {
  return (
    <section className="hero adire adire--dark">
      <div className="inside hero__inside">
        <div className="hero__words">
          <h1>One honest book for your cooperative</h1>
          <p className="hero__lead">
            Members, savings, shares and contributions in one place. Secretaries record, members see, auditors agree.
          </p>
          <div className="buttons">
            <a className="button button--accent" href="/signup">
              Start free for 30 days
            </a>
            <a className="button button--line" href="/member-login">
              Member Login
            </a>
          </div>
          <ul className="hero__promises">
            {promises.map((promise) => (
              <li key={promise}>{promise}</li>
            ))}
          </ul>
        </div>
        <div className="scenes" data-rotate="5000">
          <div className="stage">
            {scenes.map(([name, says], index) => (
              <Screen key={name} assets={assets} name={name} says={says} when={index === 0 ? 'first' : 'in turn'} />
            ))}
          </div>
          <button
            type="button"
            className="pause needs-script"
            aria-label="Pause pictures"
            data-names="Pause pictures|Play pictures"
          >
            <Icon name="pause" />
          </button>
        </div>
      </div>
    </section>
  )
}

function Figures() {
  return (
    <section className="figures" aria-label="In figures">
      <div className="inside">
        <dl>
          {figures.lines.map(({ figure, of }) => (
            <div key={of}>
              <dt>{of}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
        {figures.illustrative && <p className="note">These figures are examples.</p>}
      </div>
    </section>
  )
}

function FeatureCards() {
  return (
    <section className="band inside" id="features">
      <h2>All your cooperative’s records in one place</h2>
      <p className="lead">Made with secretaries and treasurers in mind, for slow networks and small screens.</p>
      <ul className="cards">
        {features.map(({ id, name, also, line }) => (
          <li key={id}>
            <Icon name={id} />
            <h3>{name}</h3>
            <p className="cards__also">{also}</p>
            <p>{line}</p>
          </li>
        ))}
      </ul>
      <p>
        <a className="more" href="/features">
          See each feature on the screen
        </a>
      </p>
    </section>
  )
}

function Steps() {
  return (
    <section className="band band--sunken" id="how-it-works">
      <div className="inside">
        <h2>How it works: setup in under 5 minutes</h2>
        <ol className="steps">
          {steps.map(({ name, line }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{line}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Testimonials() {
  const pages = [testimonials.quotes.slice(0, 3), testimonials.quotes.slice(3)]
  return (
    <section className="band inside" aria-labelledby="testimonials">
      <div className="quotes" data-rotate="7000">
        <div className="quotes__head">
          <h2 id="testimonials">What treasurers say</h2>
          <div className="buttons needs-script">
            <button
              type="button"
              className="round pause"
              aria-label="Pause testimonials"
              data-names="Pause testimonials|Play testimonials"
            >
              <Icon name="pause" />
            </button>
            <button type="button" className="round next" aria-label="Next testimonials">
              <Icon name="next" />
            </button>
          </div>
        </div>
        {testimonials.illustrative && (
          <p className="note">Illustrative: people, societies and words are samples, made up for this page.</p>
        )}
        <div className="stage">
          {pages.map((quotes, index) => (
            <ul key={quotes[0]?.name} className={index === 0 ? 'quotes__page on' : 'quotes__page'}>
              {quotes.map(({ words, name, office, society }) => (
                <li key={name}>
                  <blockquote>{words}</blockquote>
                  <p>
                    <strong>{name}</strong>
                    <span>
                      {office}, {society} (sample)
                    </span>
                  </p>
                </li>
              ))}
            </ul>
          ))}
        </div>
      </div>
    </section>
  )
}

function Security() {
  return (
    <section className="witness adire adire--dark" id="security">
      <div className="inside">
        <h2>Your members’ money, protected</h2>
        <ul className="witness__list">
          {witnesses.map(([name, line]) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{line.says}</p>
            </li>
          ))}
        </ul>
        <ul className="badges" aria-label="What you can hold us to">
          {badges.map(({ says }) => (
            <li key={says}>{says}</li>
          ))}
        </ul>
        <p>
          <a href="/security">How we keep your records safe</a>
        </p>
      </div>
    </section>
  )
}

function Integrations() {
  return (
    <section className="band inside" id="integrations">
      <h2>Works with what you have</h2>
      <ul className="chips">
        {integrations.map(({ name, line }) => (
          <li key={name}>
            {name} {line.isPlanned && <Planned />}
          </li>
        ))}
      </ul>
      <p>
        <a className="more" href="/integrations">
          What works today and what is planned
        </a>
      </p>
    </section>
  )
}

function Questions() {
  return (
    <section className="band band--sunken">
      <div className="inside questions">
        <h2>Questions and answers</h2>
        <div>
          {questions.map(({ ask, answer }) => (
            <details key={ask}>
              <summary>{ask}</summary>
              <p>{answer.says}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
