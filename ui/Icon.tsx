import type { IconNode } from 'lucide'
import { createElement } from 'react'

/** The strokes of a picture, as the package of pictures without a framework has them: a third of the React edition's bytes. */
export type IconPicture = IconNode

/** A picture beside a word: `<Icon of={Users} />`, with `import { Users } from 'lucide'`. Silent to screen readers. */
export function Icon({ of: strokes, size = 20, className }: { of: IconPicture; size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={className}
      style={{ flex: 'none' }}
    >
      {strokes.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  )
}
