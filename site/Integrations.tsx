import { integrations } from './content.ts'
import { Closing, Frame, Opening, type PageProps } from './Frame.tsx'

export function Integrations({ assets }: PageProps) {
  const today = integrations.filter(({ line }) => !line.isPlanned)
  const planned = integrations.filter(({ line }) => line.isPlanned)
  return (
    <Frame
      assets={assets}
      path="/integrations"
      title="Integrations: what Ajose works with"
      description="Excel, payroll and bank files, card payments and bank transfers, SMS, WhatsApp and email, an open API with webhooks, identity login."
      styles={['prose']}
    >
      <Opening title="What Ajose works with">Your files, your bank, your payment company, your phones.</Opening>
      <section className="band inside">
        <h2>Works today</h2>
        <List of={today} />
      </section>
      <section className="band band--sunken">
        <div className="inside">
          <h2>Planned</h2>
          <List of={planned} />
          <p>
            Does your society need this, or something that is not listed? <a href="/contact">Tell us</a>.
          </p>
        </div>
      </section>
      <Closing />
    </Frame>
  )
}

function List({ of }: { of: typeof integrations }) {
  return (
    <ul className="cards">
      {of.map(({ name, line }) => (
        <li key={name}>
          <h3>{name}</h3>
          <p>{line.says}</p>
        </li>
      ))}
    </ul>
  )
}
