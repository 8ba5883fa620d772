import { integrations } from './content.ts'
import { Closing, Frame, Opening, type PageProps } from './Frame.tsx'

export function Integrations({ assets }: PageProps) {
  const today = integrations.filter(({ isToday }) => isToday)
  const planned = integrations.filter(({ isToday }) => !isToday)
  return (
    <Frame
      assets={assets}
      path="/integrations"
      title="Integrations: what Ajose works with"
      description="Excel, payroll and bank files, PDF, an open API and identity login work today. SMS, bank transfer and card payment are planned."
      styles={['prose']}
    >
      <Opening title="What Ajose works with">Two lists, and nothing in the first that does not work today.</Opening>
      <section className="band inside">
        <h2>Works today</h2>
        <List of={today} />
      </section>
      <section className="band band--sunken">
        <div className="inside">
          <h2>Planned</h2>
          <p className="lead">In work or next in line. We name no date that we cannot keep.</p>
          <List of={planned} />
          <p>
            Does your society depend on one of these, or on one that is missing? <a href="/contact">Tell us</a>: it
            decides what comes first.
          </p>
        </div>
      </section>
      <Closing />
    </Frame>
  )
}

function List({ of }: { of: readonly { name: string; line: string }[] }) {
  return (
    <ul className="cards">
      {of.map(({ name, line }) => (
        <li key={name}>
          <h3>{name}</h3>
          <p>{line}</p>
        </li>
      ))}
    </ul>
  )
}
