import type { ReactNode } from 'react'
import { Frame, Opening, type PageProps } from './Frame.tsx'

export type Part = { id: string; title: string; text: ReactNode }

/** A page to read from top to bottom, with a list of its parts beside it. */
export function Prose({
  assets,
  path,
  title,
  description,
  heading,
  lead,
  parts,
}: PageProps & {
  path: string
  title: string
  description: string
  heading: string
  lead: string
  parts: readonly Part[]
}) {
  return (
    <Frame assets={assets} path={path} title={title} description={description} styles={['prose']}>
      <Opening title={heading}>{lead}</Opening>
      <div className="inside prose">
        <nav aria-label="On this page">
          {parts.map((part) => (
            <a key={part.id} href={`#${part.id}`}>
              {part.title}
            </a>
          ))}
        </nav>
        <div className="prose__text">
          {parts.map((part) => (
            <section key={part.id} id={part.id}>
              <h2>{part.title}</h2>
              {part.text}
            </section>
          ))}
        </div>
      </div>
    </Frame>
  )
}
