import { createElement, Fragment, type ReactNode } from 'react'
import type { Blanks } from '#core/sentence.ts'

/** A sentence of a catalogue whose values are elements, such as an amount or a link, at the places that its language puts them. */
export function fillElements<const Sentence extends string>(
  sentence: Sentence,
  values: Readonly<Record<Blanks<Sentence>, ReactNode>>,
): ReactNode {
  const parts = sentence.split(/\{(\w+)\}/)
  return createElement(
    Fragment,
    null,
    ...parts.map((part, index) => (index % 2 === 0 ? part : values[part as keyof typeof values])),
  )
}
