import type { LucideIcon } from 'lucide-react'

export type IconPicture = LucideIcon

/** A picture beside a word: `<Icon of={Users} />`, with `import { Users } from 'lucide-react'`. Silent to screen readers. */
export function Icon({ of: Picture, size = 20, className }: { of: IconPicture; size?: number; className?: string }) {
  return <Picture size={size} strokeWidth={1.75} aria-hidden="true" focusable="false" {...(className ? { className } : {})} style={{ flex: 'none' }} />
}
